"""The report of a sweep: one self-contained HTML page, its figures as SVG and PNG, its tables as Markdown and CSV.

analysis/ finds what to show, drawing/ draws it, sections/ says it; page.py puts sections on the page and knows nothing
of Fock builds.
"""

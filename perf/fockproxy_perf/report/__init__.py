"""The report of a sweep: one self-contained HTML page, its figures as SVG and PNG, its tables as Markdown and CSV.

analysis/ computes what to show, drawing/ draws it, and sections/ writes the text. page.py puts sections on the page and
knows nothing about Fock builds.
"""

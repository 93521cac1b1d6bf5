"""The report of a sweep: one self-contained HTML page, its figures as SVG and PNG, its tables as Markdown and CSV.

One module per figure; each turns rows of a sweep into a `Section`. `page.py` knows HTML and nothing of Fock builds.
"""

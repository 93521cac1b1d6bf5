"""The sections of the report: sentences and tables from the numbers of analysis/, with the figures of drawing/."""

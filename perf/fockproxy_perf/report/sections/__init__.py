"""The sections of the report: sentences and tables on what analysis/ found, with the figures of drawing/."""

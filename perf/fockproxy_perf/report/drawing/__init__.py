"""The drawings of the report with matplotlib: figures from analysis/ on a canvas with the width of a layout."""

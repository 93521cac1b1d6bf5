"""The drawings of the report, with matplotlib: from figures that analysis/ found to a canvas of a layout's width."""

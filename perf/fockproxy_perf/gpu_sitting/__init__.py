"""One sitting on a machine with a GPU: what is measured, how it is packed, run and printed."""

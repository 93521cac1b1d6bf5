"""One page out of the results of several machines and dates."""

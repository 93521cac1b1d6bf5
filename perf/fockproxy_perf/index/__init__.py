"""One page from the results of several machines and dates."""

$basis
*
h made-up
*
    1   s
      0.4000000              1.0000000
*
$end

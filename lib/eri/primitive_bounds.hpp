// Rigorous bounds of products of two primitive Gaussians.
#pragma once

namespace fockproxy::eri {

// |g1 g2| <= height exp(-exponent s^2), s the distance from the product's centre.
struct ProductBound {
  double height, exponent;
};

// Bounds the product of any components of two primitives of angular momenta l1 and l2 and exponents a1 and a2, their
// centres sqrt(distance2) bohr apart, with unit coefficients in Libint's normalisation, where |component| <= r^l exp(-a
// r^2) for Cartesian and solid-harmonic functions alike. Local, thread-safe.
ProductBound product_bound(int l1, double a1, int l2, double a2, double distance2);

// Upper bounds of sqrt((g|g)) and of |(g|1/|r - C|)| for any C, for a product g = g1 g2 with this bound, in hartree.
double self_repulsion_bound(const ProductBound& bound);
double point_charge_bound(const ProductBound& bound);

}  // namespace fockproxy::eri

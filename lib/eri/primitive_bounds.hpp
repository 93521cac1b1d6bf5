// Rigorous bounds of products of two primitive Gaussians.
#pragma once

namespace fockproxy::eri {

// |g1 g2| <= height exp(-exponent s^2), where s is the distance from the centre of the product.
struct ProductBound {
  double height, exponent;
};

// Bounds the product of any components of two primitives with angular momenta l1 and l2, exponents a1 and a2, and
// centres sqrt(distance2) bohr apart. They have unit coefficients in Libint's normalisation, in which |component| <=
// r^l exp(-a r^2) for Cartesian and solid-harmonic functions. Local, thread-safe.
ProductBound product_bound(int l1, double a1, int l2, double a2, double distance2);

// Upper bounds of sqrt((g|g)) and of |(g|1/|r - C|)| for any C, for a product g = g1 g2 with this bound, in hartree.
double self_repulsion_bound(const ProductBound& bound);
double point_charge_bound(const ProductBound& bound);

}  // namespace fockproxy::eri

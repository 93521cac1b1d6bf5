// Blocks of D and F between bra functions and the ket pairs of a batch, in lanes. Included by the kernels' translation
// units only.
#pragma once

#include "eri/kernel/ket_lanes.hpp"

namespace fockproxy::eri {
namespace {

// Where the lanes' first elements of c, or of d, are in the rows of one block of the bra, and how far it is to others,
// in bytes.
struct LaneAddresses {
  Integers first, function, row, spin;
};

// For every function of the bra's two blocks a row of nc + nd vectors: D, and what is to be added to F, towards the
// functions of c and of d of every lane. Filled when a shell is first used, added to F once.
struct Panels {
  int spins, nc, nd, row;  // row = nc + nd
  std::ptrdiff_t spin;     // vectors between spins
  V* density;
  V* fock;
  V* density_cd;
  V* fock_cd;
  V* screen;                      // by local shell: the larger exchange maximum towards c and d
  char* filled;                   // by local shell
  LaneAddresses addresses[2][2];  // by block of the bra, of c and of d
};

double& lane_of(V* v, std::ptrdiff_t i, int lane) { return reinterpret_cast<double*>(v)[i * lanes + lane]; }

// Those of `count` groups.
void make_panels(const KetTask& task, const FunctionLanes& ket, Workspace& workspace, Panels* panels, int count) {
  const int spins = task.sides.spins, row = ket.a + ket.b;
  const std::ptrdiff_t spin = std::ptrdiff_t{task.sides.bra_functions[0] + task.sides.bra_functions[1]} * row;
  const std::ptrdiff_t size = 2 * spins * spin + 2 * ket.width() + task.sides.bra_shells;
  V* memory = static_cast<V*>(workspace.get(Workspace::panels, sizeof(V) * static_cast<std::size_t>(count * size)));
  char* filled =
      static_cast<char*>(workspace.get(Workspace::flags, static_cast<std::size_t>(count * task.sides.bra_shells)));
  // Member by member: tasks are short, and the addresses, most of a Panels, are set with every group.
  for (int i = 0; i < count; ++i, memory += size, filled += task.sides.bra_shells) {
    Panels& p = panels[i];
    p.spins = spins;
    p.nc = ket.a;
    p.nd = ket.b;
    p.row = row;
    p.spin = spin;
    p.density = memory;
    p.fock = p.density + spins * spin;
    p.density_cd = p.fock + spins * spin;
    p.fock_cd = p.density_cd + ket.width();
    p.screen = p.fock_cd + ket.width();
    p.filled = filled;
  }
}

std::ptrdiff_t own_offset(const PairView& pair, std::ptrdiff_t stride) {
  return pair.block_a == 0 ? pair.offset_a * stride + pair.offset_b : pair.offset_b * stride + pair.offset_a;
}

// The bound of a bra shell's exchange with each lane.
FOCKPROXY_INLINE V screen_of(const KetTask& task, const KetGroup& group, int shell) {
  const std::int64_t row = address_of(task.screen.exchange + shell * task.screen.stride);
  return maximum(gather(group.shell_a + row), gather(group.shell_b + row));
}

LaneAddresses addresses_of(const KetTask& task, const KetGroup& group, int bra_block, bool of_d) {
  LaneAddresses to;
  for (int j = 0; j < lanes; ++j) {
    const PairView& pair = *group.pair[j];
    const CrossBlock& cross = task.sides.cross[bra_block][of_d ? pair.block_b : pair.block_a];
    to.first[j] = address_of(cross.density + (of_d ? pair.offset_b : pair.offset_a) * cross.ket_stride);
    to.function[j] = 8 * cross.ket_stride;
    to.row[j] = 8 * cross.bra_stride;
    to.spin[j] = 8 * cross.spin_stride;
  }
  return to;
}

void begin_group(const KetTask& task, const KetGroup& group, Panels& p) {
  for (int s = 0; s < task.sides.bra_shells; ++s) p.filled[s] = 0;
  for (int block = 0; block < 2; ++block)
    for (int of_d = 0; of_d < 2; ++of_d) p.addresses[block][of_d] = addresses_of(task, group, block, of_d == 1);
  for (int i = 0; i < p.nc * p.nd; ++i) p.density_cd[i] = p.fock_cd[i] = V{};
  for (int j = 0; j < group.used; ++j) {
    const PairView& pair = *group.pair[j];
    const std::ptrdiff_t stride = task.sides.ket.density_stride;
    const std::ptrdiff_t step_c = pair.block_a == 0 ? stride : 1, step_d = pair.block_a == 0 ? 1 : stride;
    const double* from = task.sides.ket.density + own_offset(pair, stride);
    for (int c = 0; c < p.nc; ++c)
      for (int d = 0; d < p.nd; ++d) lane_of(p.density_cd, c * p.nd + d, j) = from[c * step_c + d * step_d];
  }
}

// Rows of one bra shell: `functions` of them from `offset` in the block `block`.
void fill_rows(const KetTask& task, int block, int offset, int functions, Panels& p) {
  const std::ptrdiff_t first = (block == 0 ? 0 : task.sides.bra_functions[0]) + offset;
  const auto row = p.row;
  for (int s = 0; s < p.spins; ++s) {
    V* density = p.density + s * p.spin + first * row;
    V* fock = p.fock + s * p.spin + first * row;
    for (int i = 0; i < functions * row; ++i) fock[i] = V{};
    const auto copy = [&](const LaneAddresses& from, int count, int slot) {
      Integers of_row = from.first + offset * from.row + s * from.spin;
      for (int f = 0; f < functions; ++f, of_row += from.row) {
        Integers at = of_row;
        for (int g = 0; g < count; ++g, at += from.function) density[f * row + slot + g] = gather(at);
      }
    };
    copy(p.addresses[block][0], p.nc, 0);
    copy(p.addresses[block][1], p.nd, p.nc);
  }
}

void add_rows(const KetTask& task, const KetGroup& group, int block, int offset, int functions, const Panels& p) {
  const std::ptrdiff_t first = (block == 0 ? 0 : task.sides.bra_functions[0]) + offset;
  const CrossBlock blocks[2] = {task.sides.cross[block][0], task.sides.cross[block][1]};
  const auto row = p.row;
  for (int s = 0; s < p.spins; ++s) {
    V* fock = p.fock + s * p.spin + first * row;
    for (int j = 0; j < group.used; ++j) {
      const PairView& pair = *group.pair[j];
      const auto add = [&](int ket_block, int ket_offset, int count, int slot) {
        const CrossBlock& cross = blocks[ket_block];
        double* to = cross.fock + offset * cross.bra_stride + ket_offset * cross.ket_stride + s * cross.spin_stride;
        for (int f = 0; f < functions; ++f)
          for (int g = 0; g < count; ++g)
            to[f * cross.bra_stride + g * cross.ket_stride] -= 0.25 * lane_of(fock, f * row + slot + g, j);
      };
      add(pair.block_a, pair.offset_a, p.nc, 0);
      add(pair.block_b, pair.offset_b, p.nd, p.nc);
    }
  }
}

void add_ket_coulomb(const KetTask& task, const KetGroup& group, const Panels& p) {
  for (int j = 0; j < group.used; ++j) {
    const PairView& pair = *group.pair[j];
    const std::ptrdiff_t stride = task.sides.ket.fock_stride;
    const std::ptrdiff_t step_c = pair.block_a == 0 ? stride : 1, step_d = pair.block_a == 0 ? 1 : stride;
    for (int s = 0; s < task.sides.spins; ++s) {
      double* to = task.sides.ket.fock + s * task.sides.ket.spin_stride + own_offset(pair, stride);
      for (int c = 0; c < p.nc; ++c)
        for (int d = 0; d < p.nd; ++d) to[c * step_c + d * step_d] += lane_of(p.fock_cd, c * p.nd + d, j);
    }
  }
}

}  // namespace
}  // namespace fockproxy::eri

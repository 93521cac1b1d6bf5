// The base class of the matrices "rma" and "shmem", whose panels only one-sided operations write and read.
#pragma once

#include <cassert>

#include "matrices/rma_panels.hpp"
#include "parallel/communicator.hpp"

namespace fockproxy {

// The panel of every rank is stored as RmaPanels says. The rank itself also moves it by one-sided operations, as the
// other ranks do. Collectivity, errors and thread safety are those of DistributedMatrix.
class RmaPanelMatrix : public DistributedMatrix {
 public:
  void fence() final {
    complete();
    comm_.barrier();
  }
  void zero() final { write_panel(RmaPanels::Stored(panels_.elements(comm_.rank()))); }
  void set_panel(const Matrix& own) final {
    assert(element() == Element::real);
    write_panel(panels_.stored(own.data(), comm_.rank()));
  }
  void read_panel(void* to) final {
    RmaPanels::Stored panel(panels_.elements(comm_.rank()));
    get_panel(panel);
    panels_.to_panel(panel, to, comm_.rank());
  }

 protected:
  RmaPanelMatrix(const MatrixContext& context, const BlockLayout& layout, BlockStorage storage)
      : DistributedMatrix(layout, context.owners(), context.element),
        comm_(context.runtime.world()),
        panels_(this->layout(), ownership(), storage) {}

  const Communicator& comm() const { return comm_; }
  const RmaPanels& panels() const { return panels_; }

 private:
  // Write and read the whole panel of this rank, which may be empty, and complete this. Local.
  virtual void put_panel(const RmaPanels::Stored& panel) = 0;
  virtual void get_panel(RmaPanels::Stored& panel) = 0;

  void write_panel(const RmaPanels::Stored& panel) {
    fence();
    put_panel(panel);
    comm_.barrier();
  }

  const Communicator& comm_;
  RmaPanels panels_;
};

}  // namespace fockproxy

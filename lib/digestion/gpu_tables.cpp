#include "digestion/gpu_tables.hpp"

#include <cstring>
#include <type_traits>

#include "eri/team_items.hpp"

namespace fockproxy {

// Bytes of the host that will be copied to one place of the device. Without memory of the device it only counts them.
class GpuTables::Image {
 public:
  // device: the place, or nullptr to count.
  explicit Image(std::byte* device, std::size_t bytes = 0) : device_(device), bytes_(bytes) {}

  // Appends `count` objects. Returns their address on the device.
  template <class T>
  const T* add(const T* from, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t first = (size_ + alignment - 1) / alignment * alignment, bytes = count * sizeof(T);
    size_ = first + bytes;
    if (device_ == nullptr) return nullptr;
    std::memcpy(bytes_.data() + first, from, bytes);
    return reinterpret_cast<const T*>(device_ + first);
  }

  std::size_t size() const { return size_; }
  const std::byte* data() const { return bytes_.data(); }

 private:
  static constexpr std::size_t alignment = 64;  // of rows of the Boys function
  std::byte* device_;
  std::vector<std::byte> bytes_;
  std::size_t size_ = 0;
};

GpuTables::GpuTables(CudaStream& stream, const eri::ClassViews& classes, const BlockPairLists& pairs)
    : stream_(stream), memory_(stream), maxima_(stream), single_(static_cast<std::size_t>(pairs.pairs())) {
  const auto write = [&](Image& image) {
    write_classes(classes, image);
    write_pairs(classes, pairs, image);
    write_boys(image);
  };
  Image counted(nullptr);
  write(counted);
  memory_.reserve(counted.size());
  Image image(memory_.data(), counted.size());
  write(image);
  copy_in_stream(stream_, memory_.data(), image.data(), image.size());
  stream_.synchronize(DeviceWait::spin);
}

void GpuTables::write_classes(const eri::ClassViews& classes, Image& image) {
  std::vector<eri::ClassView> views;
  for (int c = 0; c < classes.size(); ++c) {
    eri::ClassView view = classes[c];
    const auto entries = static_cast<std::size_t>(view.entries);
    view.first_entry = image.add(view.first_entry, static_cast<std::size_t>(view.products) + 1);
    view.hermite = image.add(view.hermite, entries);
    view.sign = image.add(view.sign, entries);
    for (const int*& offset : view.cube_offset) offset = image.add(offset, entries);
    views.push_back(view);
  }
  classes_ = image.add(views.data(), views.size());
}

void GpuTables::write_pairs(const eri::ClassViews& classes, const BlockPairLists& pairs, Image& image) {
  std::vector<eri::PairView> views;
  std::vector<float> numbers;
  views.reserve(static_cast<std::size_t>(pairs.pairs()));
  for (const auto& lists : pairs.all())
    for (const ClassPairs& list : lists)
      for (const eri::PairView& pair : list.pairs) {
        const eri::ClassView& of_class = classes[list.pair_class];
        const auto primitives = static_cast<std::size_t>(pair.primitives);
        eri::PairView& view = views.emplace_back(pair);
        view.order = nullptr;  // for classes with factors, which stay on the host
        if (of_class.factors > 0) continue;
        view.data = image.add(pair.data, primitives * (4 + static_cast<std::size_t>(of_class.values)));
        view.bounds = image.add(pair.bounds, primitives);
        if (!pair.fits_single || of_class.l > eri::kernel_max_single_l) continue;
        numbers.resize(eri::single_numbers(pair, of_class));
        eri::write_single(pair, of_class, numbers.data());
        single_[static_cast<std::size_t>(pair.number)] = image.add(numbers.data(), numbers.size());
      }
  pairs_ = image.add(views.data(), views.size());
}

void GpuTables::write_boys(Image& image) {
  std::vector<eri::BoysTable> tables(eri::boys_tables(), eri::boys_tables() + eri::boys_max_order + 1);
  const auto copied = [&image](auto rows) {
    rows.values = image.add(rows.values, eri::boys_rows(rows.end) * eri::boys_row);
    return rows;
  };
  for (eri::BoysTable& table : tables) {
    table.rows = copied(table.rows);
    table.single = copied(table.single);
  }
  boys_ = image.add(tables.data(), tables.size());
}

void GpuTables::set_maxima(const QuartetScreen& screen) {
  const auto elements = static_cast<std::size_t>(screen.coulomb().size());
  maxima_.reserve(2 * elements * sizeof(double));
  auto* const to = reinterpret_cast<double*>(maxima_.data());
  copy_in_stream(stream_, to, screen.coulomb().data(), elements * sizeof(double));
  copy_in_stream(stream_, to + elements, screen.exchange().data(), elements * sizeof(double));
  stream_.synchronize(DeviceWait::spin);
  coulomb_ = to;
  exchange_ = to + elements;
}

}  // namespace fockproxy

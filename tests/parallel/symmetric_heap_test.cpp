#include "parallel/symmetric_heap.hpp"

#include <gtest/gtest.h>

#include <map>

#include "support/error.hpp"

namespace fockproxy {
namespace {

using HeapVariables = std::map<std::string, std::string>;

SymmetricHeapSize size_with(const HeapVariables& variables) {
  return symmetric_heap_size([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(SymmetricHeap, HasTheSizeOfItsVariables) {
  EXPECT_EQ(size_with({}).bytes, 256 << 20);
  EXPECT_EQ(size_with({}).text, "");
  const std::map<std::string, std::int64_t> megabytes_of{{"4096", 2}, {"3k", 2},    {"5M", 6},
                                                         {"64M", 64}, {"2G", 2048}, {"1t", 1 << 20}};
  for (const auto& [text, megabytes] : megabytes_of)
    for (const char* variable : {"SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE", "SHMEM_SYMMETRIC_HEAP_SIZE"}) {
      EXPECT_EQ(size_with({{variable, text}}).bytes, megabytes << 20) << variable << "=" << text;
      EXPECT_EQ(size_with({{variable, text}}).text, text);
    }
  EXPECT_EQ(size_with({{"SHMEM_SYMMETRIC_SIZE", "64M"}, {"SMA_SYMMETRIC_SIZE", "64M"}}).bytes, 64 << 20);
}

std::string heap_refusal(const HeapVariables& variables) {
  try {
    size_with(variables);
    return "not refused";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(SymmetricHeap, RefusesWhatOpenMpiDoesNotRead) {
  for (const char* text : {"", "0", "-1", "M", "1.5G", "64MB", "64 M", "12345678901234567", "9999999999999T"})
    EXPECT_NE(heap_refusal({{"SMA_SYMMETRIC_SIZE", text}}).find("SMA_SYMMETRIC_SIZE="), std::string::npos) << text;
  const std::string both = heap_refusal({{"SHMEM_SYMMETRIC_SIZE", "64M"}, {"SMA_SYMMETRIC_SIZE", "65M"}});
  EXPECT_NE(both.find("SHMEM_SYMMETRIC_SIZE=64M and SMA_SYMMETRIC_SIZE=65M contradict"), std::string::npos) << both;
}

TEST(SymmetricHeap, ProposesASizeForTwoSuchObjects) {
  constexpr std::int64_t megabyte = 1 << 20;
  const auto error = [](std::int64_t bytes, std::int64_t in_use, std::int64_t heap) {
    return symmetric_heap_error("matrix F", bytes * megabyte, in_use * megabyte, heap * megabyte);
  };
  EXPECT_EQ(error(300, 0, 256),
            "matrix F needs 300 MB of the symmetric heap of each rank, which has 256 MB, 0 MB in use: set "
            "SHMEM_SYMMETRIC_SIZE=1024M");
  EXPECT_TRUE(error(200, 100, 256).ends_with("SHMEM_SYMMETRIC_SIZE=512M"));
  EXPECT_TRUE(error(1, 256, 256).ends_with("SHMEM_SYMMETRIC_SIZE=512M"));
}

}  // namespace
}  // namespace fockproxy

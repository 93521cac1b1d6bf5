#include "parallel/network_libraries.hpp"

#include <gtest/gtest.h>

namespace fockproxy {
namespace {

// Lines of fi_tostr(3) of libfabric 1.17, as far as they matter.
constexpr std::string_view tcp = R"(fi_info:
    caps: [ FI_MSG, FI_RMA, FI_LOCAL_COMM, FI_REMOTE_COMM ]
    fi_domain_attr:
        domain: 0x0
        name: eth0
        threading: FI_THREAD_SAFE
        control_progress: FI_PROGRESS_AUTO
        data_progress: FI_PROGRESS_MANUAL
    fi_fabric_attr:
        name: 10.0.0.0/8
        prov_name: tcp;ofi_rxm
        prov_version: 117.0
)";

TEST(NetworkLibraries, ReadsAProvider) {
  const FabricProvider provider = parse_provider(tcp);
  EXPECT_EQ(provider.name, "tcp;ofi_rxm");
  EXPECT_EQ(provider.data_progress, "manual");
  EXPECT_EQ(provider.control_progress, "auto");
  EXPECT_EQ(parse_provider("        data_progress: FI_PROGRESS_CONTROL_UNIFIED\n").data_progress, "control unified");
  const FabricProvider libfabric_2 =
      parse_provider("        threading: FI_THREAD_SAFE\n        progress: FI_PROGRESS_MANUAL\n");
  EXPECT_EQ(libfabric_2.data_progress, "manual");
  EXPECT_EQ(libfabric_2.control_progress, "manual");
  EXPECT_EQ(parse_provider("fi_info:\n").name, "");
  EXPECT_EQ(parse_provider("no_prov_name: x\n").name, "");
}

TEST(NetworkLibraries, MergesEndpointsOfAProvider) {
  const std::vector<FabricProvider> all = merged({{.name = "a", .data_progress = "auto", .control_progress = "auto"},
                                                  {.name = "b", .data_progress = "manual", .control_progress = "auto"},
                                                  {.name = "a", .data_progress = "manual", .control_progress = "auto"},
                                                  {.name = "", .data_progress = "auto", .control_progress = ""}});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "a");
  EXPECT_EQ(all[0].data_progress, "auto, manual");
  EXPECT_EQ(all[0].control_progress, "auto");
  EXPECT_EQ(all[1].data_progress, "manual");
}

}  // namespace
}  // namespace fockproxy

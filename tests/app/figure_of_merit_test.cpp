// An efficiency above 1 always has a mark.
#include "app/calculation/figure_of_merit.hpp"

#include <gtest/gtest.h>

namespace fockproxy {
namespace {

FigureOfMerit of(std::vector<double> efficiencies) {
  FigureOfMerit figure;
  figure.efficiencies = std::move(efficiencies);
  return figure;
}

TEST(FigureOfMerit, HasTheMedianOfTheBuildsAndItsInterval) {
  const FigureOfMerit figure = of({0.91, 0.85, 0.88});
  EXPECT_EQ(figure.efficiency().median, 0.88);
  EXPECT_EQ(figure.efficiency().low, 0.85);
  EXPECT_EQ(figure.efficiency().high, 0.91);
  EXPECT_EQ(figure.mark(), "");
}

TEST(FigureOfMerit, MarksWhatIsAboveOne) {
  EXPECT_EQ(of({0.9, 0.97, 1.3}).mark(), "");  // the median is not above 1
  EXPECT_NE(of({0.9, 1.092, 1.2}).mark().find("more builds"), std::string::npos);
  EXPECT_NE(of({1.05, 1.092, 1.2}).mark().find("disturbed"), std::string::npos);
}

}  // namespace
}  // namespace fockproxy

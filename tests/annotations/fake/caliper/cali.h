// As much of Caliper as fockproxy calls; regions_test.cpp says what it does.
#pragma once

extern "C" {
void cali_begin_region(const char* name);
void cali_end_region(const char* name);
}

/* smpicxx includes smpi/smpi_helpers.h before each file. Its macro exit(x) breaks CLI11, which has member functions of
   this name. The program itself does not call exit(). Include this file after it: -include perf/smpi/keep_exit.h */
#undef exit

// Whether a result is already here.
#pragma once

namespace fockproxy {

// Calls `test`, which lets MPI take in what has come and tells whether the result is there, a few times. One call would
// not do: MPI may take in one message at a time, and the result may lie behind another (MPICH 4.0.2 finds the result
// of a fetch-and-op that came long ago at its second call). Nor may it be many: within these few microseconds nothing
// comes that had not been on the doorstep.
template <class Test>
bool has_arrived(Test test) {
  constexpr int looks = 8;
  for (int look = 0; look < looks; ++look)
    if (test()) return true;
  return false;
}

}  // namespace fockproxy

// Whether a result has already arrived.
#pragma once

namespace fockproxy {

// Calls `test` a few times; `test` lets MPI process incoming messages and returns whether the result is there. One call
// is not enough, because MPI may process one message at a time, and the result may be behind another message (MPICH
// 4.0.2 finds the result of an old fetch-and-op at its second call). Many calls would take so long that a result could
// arrive during them; within these few microseconds none does.
template <class Test>
bool has_arrived(Test test) {
  constexpr int looks = 8;
  for (int look = 0; look < looks; ++look)
    if (test()) return true;
  return false;
}

}  // namespace fockproxy

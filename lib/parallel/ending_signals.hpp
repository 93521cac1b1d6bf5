// What a batch system sends when the time is up: SIGTERM, and SIGINT from a keyboard.
#pragma once

#include <string>

namespace fockproxy {

// Local; after MPI and Global Arrays have started, as they install handlers of their own. Each of the two signals then
// ends this process with exit code 128 + its number (143, 130), as a shell reports them; world rank 0 says in one line
// which came, where it was, and the words of set_last_words(). What the launcher makes of the code is its own affair.
void watch_for_ending_signals();

// Local; one thread. What else to say when a signal ends the process: where the results so far are. Empty: nothing.
void set_last_words(const std::string& words);

}  // namespace fockproxy

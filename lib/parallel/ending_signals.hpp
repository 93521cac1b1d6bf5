// Handlers for the signals that end a job from outside: SIGTERM from a batch system, SIGINT from the keyboard.
#pragma once

#include <string>

namespace fockproxy {

// Local. Call after the start of MPI and Global Arrays, which install their own handlers. Each of the two signals then
// ends this process with exit code 128 + its number (143, 130), as a shell reports them. World rank 0 prints one line
// with the signal, its position, and the words of set_last_words(). The launcher may report another code.
void watch_for_ending_signals();

// Local; one thread. Sets more words for that line: where the results so far are. Empty: none.
void set_last_words(const std::string& words);

}  // namespace fockproxy

// Libint's headers, except its engine, which takes seven seconds to compile. GCC warns about their code when it is
// inlined into ours. Only this file turns these warnings off.
#pragma once

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif
#include <libint2/initialize.h>
#include <libint2/shell.h>
#include <libint2/solidharmonics.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

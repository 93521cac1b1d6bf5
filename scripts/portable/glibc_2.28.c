/* Functions of a glibc newer than 2.28 (Red Hat 8) that GCC's static libraries and this program need, for a program
   that also runs there: scripts/wheel. Newer systems use these as well. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* One variable with three names, defined here and not in glibc. zig's libraries do not say that the names belong to one
   variable. So a linker would put three variables into the program, of which glibc sets one. */
char** __environ;
extern char** environ __attribute__((alias("__environ")));
extern char** _environ __attribute__((alias("__environ")));

/* glibc 2.32: whether the process has one thread. 0 is always safe. */
char __libc_single_threaded = 0;

/* glibc 2.36 */
unsigned arc4random(void) {
  unsigned number;
  if (getentropy(&number, sizeof number) != 0) abort();
  return number;
}

/* glibc 2.30 */
pid_t gettid(void) { return (pid_t)syscall(SYS_gettid); }

/* The functions of glibc 2.28 that wait until a time have the clock that can be set. So the functions below wait in
   steps of at most a second. This is the end of the next step; 0 if `deadline` has passed. */
static int next_step(clockid_t clock, const struct timespec* deadline, struct timespec* until) {
  struct timespec now;
  clock_gettime(clock, &now);
  long long left = (deadline->tv_sec - now.tv_sec) * 1000000000LL + (deadline->tv_nsec - now.tv_nsec);
  if (left <= 0) return 0;
  if (left > 1000000000LL) left = 1000000000LL;
  clock_gettime(CLOCK_REALTIME, until);
  left += until->tv_nsec;
  until->tv_sec += left / 1000000000LL;
  until->tv_nsec = left % 1000000000LL;
  return 1;
}

/* glibc 2.30 */
int sem_clockwait(sem_t* semaphore, clockid_t clock, const struct timespec* deadline) {
  struct timespec until;
  while (next_step(clock, deadline, &until)) {
    if (sem_timedwait(semaphore, &until) == 0) return 0;
    if (errno != ETIMEDOUT) return -1;
  }
  if (sem_trywait(semaphore) == 0) return 0;
  errno = ETIMEDOUT;
  return -1;
}

/* glibc 2.30 */
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const struct timespec* deadline) {
  struct timespec until;
  while (next_step(clock, deadline, &until)) {
    const int result = pthread_cond_timedwait(condition, mutex, &until);
    if (result != ETIMEDOUT) return result;
  }
  return ETIMEDOUT;
}

/* glibc 2.32 */
const char* sigabbrev_np(int number) {
  static const char* const names[] = {
      [SIGHUP] = "HUP",       [SIGINT] = "INT",   [SIGQUIT] = "QUIT",   [SIGILL] = "ILL",   [SIGTRAP] = "TRAP",
      [SIGABRT] = "ABRT",     [SIGBUS] = "BUS",   [SIGFPE] = "FPE",     [SIGKILL] = "KILL", [SIGUSR1] = "USR1",
      [SIGSEGV] = "SEGV",     [SIGUSR2] = "USR2", [SIGPIPE] = "PIPE",   [SIGALRM] = "ALRM", [SIGTERM] = "TERM",
      [SIGSTKFLT] = "STKFLT", [SIGCHLD] = "CHLD", [SIGCONT] = "CONT",   [SIGSTOP] = "STOP", [SIGTSTP] = "TSTP",
      [SIGTTIN] = "TTIN",     [SIGTTOU] = "TTOU", [SIGURG] = "URG",     [SIGXCPU] = "XCPU", [SIGXFSZ] = "XFSZ",
      [SIGVTALRM] = "VTALRM", [SIGPROF] = "PROF", [SIGWINCH] = "WINCH", [SIGPOLL] = "POLL", [SIGPWR] = "PWR",
      [SIGSYS] = "SYS"};
  return number > 0 && (size_t)number < sizeof names / sizeof *names ? names[number] : NULL;
}

/* glibc 2.29, whose function is called if it exists. On 2.28 the new process begins in the folder of this one, which is
   nearly always the same. */
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t* actions, const char* folder) {
  typedef int function(posix_spawn_file_actions_t*, const char*);
  function* const own = (function*)dlsym(RTLD_NEXT, "posix_spawn_file_actions_addchdir_np");
  return own ? own(actions, folder) : ENOSYS;
}

/* glibc 2.35: the unwinder of GCC 12 uses it to find the code that an address belongs to. */
struct search {
  ElfW(Addr) address;
  struct dl_find_object* result;
};

static int look(struct dl_phdr_info* object, size_t size, void* data) {
  struct search* const search = data;
  ElfW(Addr) begin = 0, end = 0;
  const ElfW(Phdr)* frames = NULL;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)* const part = &object->dlpi_phdr[i];
    const ElfW(Addr) at = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && search->address >= at && search->address < at + part->p_memsz) {
      begin = at;
      end = at + part->p_memsz;
    } else if (part->p_type == PT_GNU_EH_FRAME) {
      frames = part;
    }
  }
  if (end == 0) return 0;
  if (frames == NULL) return -1;
  search->result->dlfo_flags = 0;
  search->result->dlfo_map_start = (void*)begin;
  search->result->dlfo_map_end = (void*)end;
  search->result->dlfo_link_map = NULL;
  search->result->dlfo_eh_frame = (void*)(object->dlpi_addr + frames->p_vaddr);
  return 1;
}

int _dl_find_object(void* address, struct dl_find_object* result) {
  struct search search = {(ElfW(Addr))address, result};
  return dl_iterate_phdr(look, &search) == 1 ? 0 : -1;
}

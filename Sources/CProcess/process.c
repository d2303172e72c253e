#define _GNU_SOURCE
#include "CProcess.h"
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// A standard stream that is closed would lend its number to the first file opened. The threads of the runtime open some
// before main begins.
__attribute__((constructor)) static void peach_open_streams(void) {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
    if (fcntl(descriptor, F_GETFD) == -1) open("/dev/null", O_RDWR);
  }
}

// The runtime of Swift answers a crash, and SIGQUIT with it, by a backtrace and on a terminal by a debugger that waits for
// keys; it leaves alone what has a handler. These end the program as they would without it, unless SWIFT_BACKTRACE asks for
// more of a crash. Run before the libraries begin, so that there is no moment with its handlers.
//
// They restore the terminal first, if it was changed: see terminal.c. The main thread gets a stack of its own for them,
// so that they also run after a stack overflow.
static char signal_stack[65536];

static void peach_end_by_signals(int count, char **arguments, char **environment) {
  (void)count;
  (void)arguments;
  const stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
  sigaltstack(&stack, NULL);
  const int numbers[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
  int asked = 0;
  for (; *environment; environment++) asked |= strncmp(*environment, "SWIFT_BACKTRACE=", 16) == 0;
  for (size_t place = 0; place < sizeof numbers / sizeof *numbers; place++) {
    struct sigaction action;
    if (sigaction(numbers[place], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    if (asked && numbers[place] != SIGQUIT) continue;
    peach_end_by(numbers[place]);
  }
}

__attribute__((section(".preinit_array"), used)) static void (*const peach_first)(int, char **, char **) =
    peach_end_by_signals;

// The end of a child that cannot become the program: what is wrong goes through a pipe, which an exec closes unused. Not
// through memory: emulators and sanitizers make a fork of vfork.
static _Noreturn void give_up(int told) {
  const int reason = errno;
  // What cannot be told is a start, and an end at once.
  _exit(write(told, &reason, sizeof reason) < 0 ? 126 : 127);
}

// Between vfork and exec the child may share our memory: only system calls here.
static _Noreturn void become(const char *program, char *const arguments[], char *const environment[],
                             const int streams[3], int told, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // we died before the line above
  setpgid(0, 0);
  for (int number = 1; number < NSIG; number++) {
    if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
  }
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
    if (dup2(streams[number], number) < 0) give_up(told);
  }
  const int kept = STDERR_FILENO + 1;  // beside the three until the exec
  if (told != kept && dup3(told, kept, O_CLOEXEC) < 0) give_up(told);
  close_range(kept + 1, UINT_MAX, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execvpe(program, arguments, environment);
  give_up(kept);
}

pid_t peach_spawn(const char *program, char *const arguments[], char *const environment[], int input, int output,
                  int error) {
  const int streams[3] = {input, output, error};
  int told[2];
  if (pipe2(told, O_CLOEXEC) != 0) return -1;
  const pid_t parent = getpid();
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);  // no handler of ours may run in the child
  const pid_t child = vfork();
  if (child == 0) become(program, arguments, environment, streams, told[1], parent);
  int reason = child < 0 ? errno : 0;
  close(told[1]);
  if (child > 0 && read(told[0], &reason, sizeof reason) < 0) reason = errno;
  close(told[0]);
  if (child > 0 && reason != 0) {
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (reason == 0) return child;
  errno = reason;
  return -1;
}

int peach_unnamed_file(const char *folder) {
  int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0 || errno == ENOENT || errno == EACCES || errno == ENOSPC || errno == ENOTDIR) return file;
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/peach-XXXXXX", folder) >= (int)sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  file = mkostemp(path, O_CLOEXEC);
  if (file >= 0) unlink(path);
  return file;
}

int peach_pipe(int ends[2], int ours) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  // The other end stays as it is: the program that has it waits there.
  if (ours < 0 || fcntl(ends[ours], F_SETFL, O_NONBLOCK) == 0) return 0;
  const int reason = errno;
  close(ends[0]);
  close(ends[1]);
  errno = reason;
  return -1;
}

int peach_poll(struct pollfd *watched, nfds_t count, double seconds) {
  const struct timespec limit = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  return ppoll(watched, count, &limit, NULL);
}

int peach_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

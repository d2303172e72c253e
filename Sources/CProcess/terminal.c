#define _GNU_SOURCE
#include "terminal.h"

#include "CProcess.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// The state of the terminal before Peach changed it. Handlers only read this memory and call functions that POSIX
// (2.4.3, Signal Actions) lists as async-signal-safe.
static struct termios mode;
static int mode_descriptor;
static atomic_int has_mode;

static char closing[64];
static size_t closing_count;
static int closing_descriptor;
static atomic_int has_closing;

// Another program may own the terminal by now: a background process leaves it alone.
static int is_in_background(int descriptor) {
  const pid_t owner = tcgetpgrp(descriptor);
  return owner >= 0 && owner != getpgrp();
}

static void restore_terminal(void) {
  if (atomic_load(&has_mode) && !is_in_background(mode_descriptor)) {
    tcsetattr(mode_descriptor, TCSANOW, &mode);
    tcflush(mode_descriptor, TCIFLUSH);  // the shell does not get keys that were meant for us
  }
  if (atomic_load(&has_closing) && !is_in_background(closing_descriptor)) {
    // A terminal that was stopped by Ctrl-S takes no bytes.
    struct pollfd watched = {closing_descriptor, POLLOUT, 0};
    if (poll(&watched, 1, 200) == 1 && watched.revents & POLLOUT) {
      size_t done = 0;
      while (done < closing_count) {
        const ssize_t count = write(closing_descriptor, closing + done, closing_count - done);
        if (count <= 0) break;
        done += (size_t)count;
      }
    }
  }
}

// Several threads may crash at once: the first restores the terminal, the others wait for it, 0.5 s at most.
static atomic_int is_restoring, is_restored;

static void restore_once(void) {
  if (!atomic_exchange(&is_restoring, 1)) {
    restore_terminal();
    atomic_store(&is_restored, 1);
    return;
  }
  for (int turn = 0; turn < 500 && !atomic_load(&is_restored); turn++) poll(NULL, 0, 1);
}

// The raised signal is blocked here and ends the process on return.
static void end_by(int number) {
  restore_once();
  signal(number, SIG_DFL);
  raise(number);
}

static void set(int number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK;
  // Another signal waits until the terminal is restored.
  sigfillset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void peach_end_by(int number) { set(number, end_by); }

// Handlers of others that answer a crash, such as that of Swift's backtraces: they run after the terminal is restored.
static struct sigaction others[NSIG];

static void end_after_other(int number, siginfo_t *info, void *context) {
  restore_once();
  const struct sigaction *other = &others[number];
  if (other->sa_flags & SA_SIGINFO) other->sa_sigaction(number, info, context); else other->sa_handler(number);
  signal(number, SIG_DFL);
  // A fault happens again on return. A trap, a refused call and a signal that was sent do not.
  if (info->si_code <= 0 || number == SIGTRAP || number == SIGSYS) raise(number);
}

// Takes all signals whose default action ends the process, but for those that are ignored or handled by the program.
static void guard_signals(void) {
  static atomic_int is_done;
  if (atomic_exchange(&is_done, 1)) return;
  const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
  for (size_t place = 0; place < sizeof crashes / sizeof *crashes; place++) {
    const int number = crashes[place];
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0) continue;
    if (!(action.sa_flags & SA_SIGINFO) &&
        (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN || action.sa_handler == end_by)) {
      continue;
    }
    others[number] = action;
    action.sa_sigaction = end_after_other;
    action.sa_flags |= SA_SIGINFO | SA_ONSTACK;
    sigaction(number, &action, NULL);
  }
  for (int number = 1; number < NSIG; number++) {
    switch (number) {
      case SIGKILL: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGCONT: case SIGCHLD: case SIGURG:
      case SIGWINCH: continue;
      default: break;
    }
    struct sigaction action;
    // The C library keeps two numbers for itself and refuses them here.
    if (sigaction(number, NULL, &action) != 0 || action.sa_flags & SA_SIGINFO) continue;
    if (action.sa_handler == SIG_DFL) set(number, end_by);
  }
}

void peach_guard_mode(int descriptor, const struct termios *before) {
  atomic_store(&has_mode, 0);
  mode = *before;
  mode_descriptor = descriptor;
  atomic_store(&has_mode, 1);
  guard_signals();
}

void peach_unguard_mode(void) { atomic_store(&has_mode, 0); }

void peach_guard_screen(int descriptor, const void *bytes, size_t count) {
  atomic_store(&has_closing, 0);
  if (count > sizeof closing || !isatty(descriptor)) return;
  memcpy(closing, bytes, count);
  closing_count = count;
  closing_descriptor = descriptor;
  atomic_store(&has_closing, 1);
  guard_signals();
}

void peach_unguard_screen(void) { atomic_store(&has_closing, 0); }

static int clears_line_at_exit;

static void exit_by(int number) {
  if (clears_line_at_exit && write(STDERR_FILENO, "\r\033[K", 4) < 0) _exit(128 + number);
  _exit(128 + number);
}

void peach_exit_by(int number, int clears_line) {
  clears_line_at_exit = clears_line;
  signal(number, exit_by);
}

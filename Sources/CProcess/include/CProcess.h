#ifndef PEACH_CPROCESS_H
#define PEACH_CPROCESS_H

#include <poll.h>
#include <sys/types.h>
#include <termios.h>

/// Starts a program that is killed when the calling thread ends, in a process group of its own, so that a key on the
/// terminal does not reach it. Every signal has its default action in it and none is blocked; it has no descriptor but
/// its three standard ones.
///
/// Returns its process ID, or -1 with errno set where it could not be started (ENOENT: no such program on PATH). One that is
/// killed on its way counts as started.
pid_t peach_spawn(const char *program, char *const arguments[], char *const environment[], int input, int output,
                  int error);

/// A file without a name in a folder, for reading and writing, closed on exec: O_TMPFILE, else a file that is unlinked at
/// once. Returns the descriptor, or -1 with errno set.
int peach_unnamed_file(const char *folder);

/// A pipe to or from a program beside us, closed on exec: ends[0] is read, ends[1] written. `ours` is the end that is
/// kept here, 0 or 1, and never waits; the other one does. If `ours` is -1, both wait. Returns 0, or -1 with errno set.
int peach_pipe(int ends[2], int ours);

/// Gives two files or folders each other's names, in one step: renameat2 with RENAME_EXCHANGE. Returns 0, or -1 with errno
/// set.
int peach_exchange(const char *one, const char *other);

/// poll(2) with a limit in seconds, to the nanosecond.
int peach_poll(struct pollfd *watched, nfds_t count, double seconds);

/// Stores the mode that a fatal signal sets again on the terminal `descriptor`. Call it before you change the mode.
///
/// From the first call on, every signal that ends a process by default restores the terminal and then ends the process
/// as before: by the same signal, with the same core dump, after the same backtrace.
void peach_guard_mode(int descriptor, const struct termios *before);

/// Forgets the stored mode, because the terminal has it again.
void peach_unguard_mode(void);

/// Stores the bytes that a fatal signal writes to the terminal `descriptor`, such as those that show the cursor again.
/// Call it before you write what they undo. It stores at most 64 bytes, and none if `descriptor` is not a terminal.
void peach_guard_screen(int descriptor, const void *bytes, size_t count);

/// Forgets the stored bytes, because the screen is restored.
void peach_unguard_screen(void);

/// Lets a signal end the process at once with status 128 + `number`. If `clears_line` is not 0, it first clears the line
/// of the cursor on standard error.
void peach_exit_by(int number, int clears_line);

#endif

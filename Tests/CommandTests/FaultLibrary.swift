import Foundation

/// A library between the program and the system, in which one call of a kind fails.
///
/// It is compiled where it is needed, by the compiler that Swift brings.
enum FaultLibrary {
  /// The calls that count together.
  enum Call: String, CaseIterable {
    case open, write, sync, rename, spawn
  }

  /// One call that fails, or all from it on.
  struct Fault: CustomStringConvertible {
    var call: Call
    /// Which one, from 1; 0 for none.
    var number: Int
    var code: Int32
    var isLasting: Bool

    var description: String {
      "\(isLasting ? "from " : "")\(call.rawValue) \(number): \(String(cString: strerror(code)))"
    }
  }

  /// The compiler; nil where there is none.
  static let compiler = ["clang", "cc"].first { (try? Workshop().shell("command -v \($0)"))?.status == 0 }

  static func build(in workshop: Workshop, as name: String = "faults.so") throws {
    try workshop.write("faults.c", source)
    let outcome = try workshop.shell("\(compiler ?? "cc") -shared -fPIC -O1 -o \(name) faults.c -ldl && rm faults.c")
    guard outcome.status == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: ["said": outcome.error]) }
  }

  /// - Parameter count: Where the number of calls of the kind is written in the end.
  static func environment(_ fault: Fault, library: String, count: String? = nil) -> [String: String] {
    var environment = [
      "LD_PRELOAD": library,
      "PEACH_FAULT": "\(fault.call.rawValue) \(fault.number) \(fault.code) \(fault.isLasting ? 1 : 0)",
    ]
    environment["PEACH_FAULT_COUNT"] = count
    return environment
  }

  private static let source = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <spawn.h>
    #include <stdarg.h>
    #include <stdatomic.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/stat.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    static char kind[16];
    static int number, code, lasting;
    static atomic_int count;

    __attribute__((constructor)) static void begin(void) {
      const char *fault = getenv("PEACH_FAULT");
      if (fault) sscanf(fault, "%15s %d %d %d", kind, &number, &code, &lasting);
      unsetenv("LD_PRELOAD");
    }

    __attribute__((destructor)) static void end(void) {
      const char *path = getenv("PEACH_FAULT_COUNT");
      if (!path) return;
      char text[16];
      const int length = snprintf(text, sizeof text, "%d", atomic_load(&count));
      const long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
      if (file >= 0) syscall(SYS_write, file, text, length);
    }

    static int fails(const char *call) {
      if (strcmp(call, kind) != 0) return 0;
      const int here = atomic_fetch_add(&count, 1) + 1;
      if (number == 0 || (lasting ? here < number : here != number)) return 0;
      errno = code;
      return 1;
    }

    // Dispatch looks at its threads and the machine before our program begins, and cannot go on without.
    static int isRuntime(const char *path) {
      return strncmp(path, "/sys/", 5) == 0 || (strncmp(path, "/proc/", 6) == 0 && strcmp(path, "/proc/self/exe") != 0);
    }

    #define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
    #define OPEN(name, at, parameters, arguments) \
      int name parameters { \
        va_list rest; va_start(rest, flags); \
        const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0; va_end(rest); \
        REAL(name); return !isRuntime(path) && fails("open") ? -1 : real arguments; }
    OPEN(open, , (const char *path, int flags, ...), (path, flags, mode))
    OPEN(open64, , (const char *path, int flags, ...), (path, flags, mode))
    OPEN(openat, , (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
    OPEN(openat64, , (int folder, const char *path, int flags, ...), (folder, path, flags, mode))

    // What is said on standard error is no data.
    ssize_t write(int file, const void *bytes, size_t size) {
      REAL(write); return file != 2 && fails("write") ? -1 : real(file, bytes, size); }
    ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
      REAL(pwrite); return fails("write") ? -1 : real(file, bytes, size, place); }
    ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place) {
      REAL(pwrite64); return fails("write") ? -1 : real(file, bytes, size, place); }
    int fsync(int file) { REAL(fsync); return fails("sync") ? -1 : real(file); }
    int fdatasync(int file) { REAL(fdatasync); return fails("sync") ? -1 : real(file); }
    int ftruncate(int file, off_t size) { REAL(ftruncate); return fails("write") ? -1 : real(file, size); }
    int ftruncate64(int file, off64_t size) { REAL(ftruncate64); return fails("write") ? -1 : real(file, size); }
    int rename(const char *a, const char *b) { REAL(rename); return fails("rename") ? -1 : real(a, b); }
    int renameat2(int x, const char *a, int y, const char *b, unsigned flags) {
      REAL(renameat2); return fails("rename") ? -1 : real(x, a, y, b, flags); }
    int link(const char *a, const char *b) { REAL(link); return fails("rename") ? -1 : real(a, b); }
    int linkat(int x, const char *a, int y, const char *b, int flags) {
      REAL(linkat); return fails("rename") ? -1 : real(x, a, y, b, flags); }
    int posix_spawn(pid_t *id, const char *path, const posix_spawn_file_actions_t *actions,
                    const posix_spawnattr_t *attributes, char *const words[], char *const variables[]) {
      REAL(posix_spawn); return fails("spawn") ? code : real(id, path, actions, attributes, words, variables); }
    pid_t fork(void) { REAL(fork); return fails("spawn") ? -1 : real(); }
    // The frame that called it must not be returned from twice.
    static pid_t (*real_vfork)(void);
    static pid_t no_vfork(void) { return -1; }
    pid_t vfork(void) {
      if (!real_vfork) real_vfork = (pid_t (*)(void))dlsym(RTLD_NEXT, "vfork");
      pid_t (*next)(void) = fails("spawn") ? no_vfork : real_vfork;
    #ifdef __clang__
      __attribute__((musttail)) return next();
    #else
      return next == no_vfork ? -1 : fork();
    #endif
    }
    """#
}

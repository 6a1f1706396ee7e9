// Counts what a process does to the files of one folder, and cuts it short at one of these calls.
//
// Preloaded, it stands before the functions of libc that write, make durable, cut, rename, link and
// unlink. It is told by the environment:
//
//   CRASH_ROOT  the folder; whatever is done elsewhere is not counted
//   CRASH_LOG   a file outside of it: one line a call, "number name bytes path"
//   CRASH_AT    the number of the call to act at, counted from 1
//   CRASH_HOW   before  kill the process before the call
//               after   kill it after the call
//               half    kill it when half the bytes are written
//               full    write half of the bytes, then fail this and all later writes: ENOSPC, until
//                       there is a file CRASH_FREED
//               once    fail this write alone: ENOSPC
//               eio     fail this sync: EIO
//
// The kill is SIGKILL: nothing of the process's own runs after it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long count;
static atomic_bool is_full;

static const char *root(void) { return getenv("CRASH_ROOT"); }

static bool is_inside(const char *path) {
  const char *folder = root();
  if (!folder || !path) return false;
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length]);
}

/// The path of a descriptor, if it leads into the folder.
static bool find(int descriptor, char path[PATH_MAX]) {
  if (!root()) return false;
  int error = errno;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  errno = error;
  if (length < 0) return false;
  path[length] = 0;
  return is_inside(path);
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

enum how { GO, BEFORE, AFTER, HALF, FULL, ONCE, EIO_ };

/// Counts a call, writes it down, and says what is to become of it.
static enum how meet(const char *name, size_t bytes, const char *path) {
  int error = errno;
  long number = atomic_fetch_add(&count, 1) + 1;
  const char *log = getenv("CRASH_LOG");
  if (log) {
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%ld %s %zu %s\n", number, name, bytes, path);
    int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file >= 0) {
      (void)!syscall(SYS_write, file, line, (size_t)length);
      syscall(SYS_close, file);
    }
  }
  errno = error;
  const char *at = getenv("CRASH_AT"), *how = getenv("CRASH_HOW");
  if (!at || !how || atol(at) != number) return GO;
  if (!strcmp(how, "before")) die();
  if (!strcmp(how, "after")) return AFTER;
  if (!strcmp(how, "half")) return HALF;
  if (!strcmp(how, "full")) return FULL;
  if (!strcmp(how, "once")) return ONCE;
  if (!strcmp(how, "eio")) return EIO_;
  return GO;
}

/// Whether writes fail because the disk became full and was not freed since.
static bool has_no_room(void) {
  if (!atomic_load(&is_full)) return false;
  int error = errno;
  const char *freed = getenv("CRASH_FREED");
  if (freed && access(freed, F_OK) == 0) atomic_store(&is_full, false);
  errno = error;
  return atomic_load(&is_full);
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define WRITES(name, call_all, call_half) \
  char path[PATH_MAX]; \
  if (!find(descriptor, path)) return call_all; \
  enum how how = meet(name, size, path); \
  if (how == ONCE || (how == GO && has_no_room())) { \
    errno = ENOSPC; \
    return -1; \
  } \
  if (how == FULL) { \
    atomic_store(&is_full, true); \
    if (size < 2) { \
      errno = ENOSPC; \
      return -1; \
    } \
    return call_half; \
  } \
  if (how == HALF) { \
    if (size > 1) (void)!call_half; \
    die(); \
  } \
  ssize_t result = call_all; \
  if (how == AFTER) die(); \
  return result

ssize_t write(int descriptor, const void *bytes, size_t size) {
  REAL(write);
  WRITES("write", real(descriptor, bytes, size), real(descriptor, bytes, size / 2));
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t place) {
  REAL(pwrite);
  WRITES(
      "pwrite", real(descriptor, bytes, size, place), real(descriptor, bytes, size / 2, place));
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t place) {
  REAL(pwrite64);
  WRITES(
      "pwrite", real(descriptor, bytes, size, place), real(descriptor, bytes, size / 2, place));
}

#define CALLS(name, call) \
  enum how how = meet(name, 0, path); \
  int result = call; \
  if (how == AFTER || how == HALF) die(); \
  return result

#define SYNCS(name) \
  char path[PATH_MAX]; \
  REAL(name); \
  if (!find(descriptor, path)) return real(descriptor); \
  enum how how = meet(#name, 0, path); \
  if (how == EIO_) { \
    errno = EIO; \
    return -1; \
  } \
  int result = real(descriptor); \
  if (how == AFTER || how == HALF) die(); \
  return result

int fsync(int descriptor) { SYNCS(fsync); }
int fdatasync(int descriptor) { SYNCS(fdatasync); }

int ftruncate(int descriptor, off_t length) {
  REAL(ftruncate);
  char path[PATH_MAX];
  if (!find(descriptor, path)) return real(descriptor, length);
  CALLS("ftruncate", real(descriptor, length));
}

int ftruncate64(int descriptor, off64_t length) {
  REAL(ftruncate64);
  char path[PATH_MAX];
  if (!find(descriptor, path)) return real(descriptor, length);
  CALLS("ftruncate", real(descriptor, length));
}

int rename(const char *path, const char *other) {
  REAL(rename);
  if (!is_inside(path)) return real(path, other);
  CALLS("rename", real(path, other));
}

int link(const char *path, const char *other) {
  REAL(link);
  if (!is_inside(path)) return real(path, other);
  CALLS("link", real(path, other));
}

int linkat(int from, const char *path, int to, const char *other, int flags) {
  REAL(linkat);
  if (!is_inside(path)) return real(from, path, to, other, flags);
  CALLS("link", real(from, path, to, other, flags));
}

int unlink(const char *path) {
  REAL(unlink);
  if (!is_inside(path)) return real(path);
  CALLS("unlink", real(path));
}

int unlinkat(int from, const char *path, int flags) {
  REAL(unlinkat);
  if (!is_inside(path)) return real(from, path, flags);
  CALLS("unlink", real(from, path, flags));
}

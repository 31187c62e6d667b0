/*
 * Logs what a process does to the files of one folder, with all bytes, in order: loaded with LD_PRELOAD.
 * Beside it goes what the process tells on descriptor WRITE_LOG_TOLD, so that an acknowledgement has its place among
 * the writes. Shared memory ("-shm") is left out: SQLite rebuilds it from the write-ahead log.
 *
 *   WRITE_LOG         the log; records are appended
 *   WRITE_LOG_FOLDER  the folder, as it is given to open
 *   WRITE_LOG_TOLD    the descriptor
 *
 * A record: kind (1 byte), 3 bytes of nothing, descriptor (4 bytes), offset (8), length (8), and so many bytes. Numbers
 * are in the machine's order. read-log.mjs reads it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
  STARTED = 1, OPENED, CREATED, CLOSED, WRITTEN, TRUNCATED, SYNC_BEGUN, SYNCED, UNLINKED, TOLD, FOLDER_OPENED, UNKNOWN
};

#define MOST_DESCRIPTORS 4096

static int log_descriptor = -1;
static int told_descriptor = -1;
static const char *folder;
static size_t folder_length;
static unsigned char watched[MOST_DESCRIPTORS];
/* Recursive: a libc function may call another that is logged here. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

struct header {
  uint8_t kind;
  uint8_t nothing[3];
  int32_t descriptor;
  uint64_t offset;
  uint64_t length;
};

static void fail(const char *what) {
  fprintf(stderr, "write-log: %s: %s\n", what, strerror(errno));
  _exit(70);
}

static void record(int kind, int descriptor, uint64_t offset, const void *bytes, uint64_t length) {
  struct header header = {(uint8_t)kind, {0}, descriptor, offset, length};
  struct iovec parts[2] = {{&header, sizeof header}, {(void *)bytes, length}};
  int before = errno;
  if (syscall(SYS_writev, log_descriptor, parts, length > 0 ? 2 : 1) != (long)(sizeof header + length)) {
    fail("the log cannot be written");
  }
  errno = before;
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("WRITE_LOG");
  const char *told = getenv("WRITE_LOG_TOLD");
  folder = getenv("WRITE_LOG_FOLDER");
  if (path == NULL || folder == NULL) return;
  folder_length = strlen(folder);
  if (told != NULL) told_descriptor = atoi(told);
  log_descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (log_descriptor < 0) fail(path);
  record(STARTED, -1, 0, NULL, 0);
}

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) fail(name);
  return found;
}

#define REAL(name) ({ static __typeof__(name) *real; if (real == NULL) real = next(#name); real; })

static int is_watched(int descriptor) {
  return log_descriptor >= 0 && descriptor >= 0 && descriptor < MOST_DESCRIPTORS && watched[descriptor];
}

/* 1 for a file in the folder, 2 for the folder itself. */
static int place_of(const char *path) {
  if (log_descriptor < 0 || path == NULL || strncmp(path, folder, folder_length) != 0) return 0;
  const char *rest = path + folder_length;
  if (*rest == '\0' || strcmp(rest, "/") == 0) return 2;
  size_t length = strlen(rest);
  if (*rest != '/' || (length > 4 && strcmp(rest + length - 4, "-shm") == 0)) return 0;
  return 1;
}

static int opened(const char *path, int flags, int existed, int descriptor) {
  if (descriptor < 0) return descriptor;
  if (descriptor >= MOST_DESCRIPTORS) fail("too many descriptors");
  watched[descriptor] = 1;
  int kind = place_of(path) == 2 ? FOLDER_OPENED : existed ? OPENED : CREATED;
  record(kind, descriptor, 0, path, strlen(path));
  if (existed && (flags & O_TRUNC)) record(TRUNCATED, descriptor, 0, NULL, 0);
  return descriptor;
}

#define OPEN_WITH(CALL)                                   \
  mode_t mode = 0;                                        \
  if (flags & (O_CREAT | __O_TMPFILE)) {                  \
    va_list more;                                         \
    va_start(more, flags);                                \
    mode = va_arg(more, mode_t);                          \
    va_end(more);                                         \
  }                                                       \
  if (place_of(path) == 0) return CALL;                   \
  pthread_mutex_lock(&lock);                              \
  int existed = faccessat(AT_FDCWD, path, F_OK, 0) == 0;  \
  int descriptor = opened(path, flags, existed, CALL);    \
  pthread_mutex_unlock(&lock);                            \
  return descriptor;

int open(const char *path, int flags, ...) { OPEN_WITH(REAL(open)(path, flags, mode)) }
int open64(const char *path, int flags, ...) { OPEN_WITH(REAL(open64)(path, flags, mode)) }
int openat(int at, const char *path, int flags, ...) { OPEN_WITH(REAL(openat)(at, path, flags, mode)) }
int openat64(int at, const char *path, int flags, ...) { OPEN_WITH(REAL(openat64)(at, path, flags, mode)) }
int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int close(int descriptor) {
  if (!is_watched(descriptor)) return REAL(close)(descriptor);
  pthread_mutex_lock(&lock);
  watched[descriptor] = 0;
  record(CLOSED, descriptor, 0, NULL, 0);
  int result = REAL(close)(descriptor);
  pthread_mutex_unlock(&lock);
  return result;
}

/* What was written is logged, be it less than was asked. */
#define WRITE_WITH(OFFSET, BYTES, CALL)                                             \
  int tells = log_descriptor >= 0 && descriptor == told_descriptor;                 \
  if (!tells && !is_watched(descriptor)) return CALL;                               \
  pthread_mutex_lock(&lock);                                                        \
  off_t offset = tells ? 0 : (OFFSET);                                              \
  ssize_t written = CALL;                                                           \
  if (written > 0) record(tells ? TOLD : WRITTEN, descriptor, offset, BYTES, written); \
  pthread_mutex_unlock(&lock);                                                      \
  return written;

ssize_t write(int descriptor, const void *bytes, size_t length) {
  WRITE_WITH(lseek(descriptor, 0, SEEK_CUR), bytes, REAL(write)(descriptor, bytes, length))
}
ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t at) {
  WRITE_WITH(at, bytes, REAL(pwrite)(descriptor, bytes, length, at))
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t at) {
  WRITE_WITH(at, bytes, REAL(pwrite64)(descriptor, bytes, length, at))
}

/* What this file does not know how to log must not happen: the reader refuses a log that holds it. */
#define REFUSE(WHAT) if (is_watched(descriptor)) record(UNKNOWN, descriptor, 0, WHAT, strlen(WHAT));

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  if (descriptor == told_descriptor || is_watched(descriptor)) record(UNKNOWN, descriptor, 0, "writev", 6);
  return REAL(writev)(descriptor, parts, count);
}
ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t at) {
  REFUSE("pwritev")
  return REAL(pwritev)(descriptor, parts, count, at);
}
ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off64_t at) {
  REFUSE("pwritev64")
  return REAL(pwritev64)(descriptor, parts, count, at);
}
int fallocate(int descriptor, int mode, off_t at, off_t length) {
  REFUSE("fallocate")
  return REAL(fallocate)(descriptor, mode, at, length);
}
int posix_fallocate(int descriptor, off_t at, off_t length) {
  REFUSE("posix_fallocate")
  return REAL(posix_fallocate)(descriptor, at, length);
}
void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t at) {
  if ((protection & PROT_WRITE) && (flags & MAP_SHARED)) { REFUSE("mmap for writing") }
  return REAL(mmap)(address, length, protection, flags, descriptor, at);
}
void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t at) {
  if ((protection & PROT_WRITE) && (flags & MAP_SHARED)) { REFUSE("mmap for writing") }
  return REAL(mmap64)(address, length, protection, flags, descriptor, at);
}

#define TRUNCATE_WITH(CALL)                                         \
  if (!is_watched(descriptor)) return CALL;                         \
  pthread_mutex_lock(&lock);                                        \
  int result = CALL;                                                \
  if (result == 0) record(TRUNCATED, descriptor, length, NULL, 0);  \
  pthread_mutex_unlock(&lock);                                      \
  return result;

int ftruncate(int descriptor, off_t length) { TRUNCATE_WITH(REAL(ftruncate)(descriptor, length)) }
int ftruncate64(int descriptor, off64_t length) { TRUNCATE_WITH(REAL(ftruncate64)(descriptor, length)) }

/* A sync makes durable what was written before it began, and may be relied on when it has ended. */
#define SYNC_WITH(CALL)                                   \
  if (!is_watched(descriptor)) return CALL;               \
  pthread_mutex_lock(&lock);                              \
  record(SYNC_BEGUN, descriptor, 0, NULL, 0);             \
  pthread_mutex_unlock(&lock);                            \
  int result = CALL;                                      \
  pthread_mutex_lock(&lock);                              \
  if (result == 0) record(SYNCED, descriptor, 0, NULL, 0); \
  pthread_mutex_unlock(&lock);                            \
  return result;

int fsync(int descriptor) { SYNC_WITH(REAL(fsync)(descriptor)) }
int fdatasync(int descriptor) { SYNC_WITH(REAL(fdatasync)(descriptor)) }

#define UNLINK_WITH(CALL)                                                      \
  if (place_of(path) != 1) return CALL;                                        \
  pthread_mutex_lock(&lock);                                                   \
  int result = CALL;                                                           \
  if (result == 0) record(UNLINKED, -1, 0, path, strlen(path));                \
  pthread_mutex_unlock(&lock);                                                 \
  return result;

int unlink(const char *path) { UNLINK_WITH(REAL(unlink)(path)) }
int unlinkat(int at, const char *path, int flags) { UNLINK_WITH(REAL(unlinkat)(at, path, flags)) }

int rename(const char *from, const char *to) {
  if (place_of(from) != 0 || place_of(to) != 0) record(UNKNOWN, -1, 0, "rename", 6);
  return REAL(rename)(from, to);
}

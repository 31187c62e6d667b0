/*
 * Lets one call on a ledger's files fail: loaded with LD_PRELOAD. What fails is written into a file of five numbers that
 * both sides see, so that a process can run any number of trials:
 *
 *   FAULT_PLAN    the file: kind of call, position, fault, how long, count (int32 each, in the machine's order)
 *   FAULT_FOLDER  the folder whose files it is about; "-shm" is left out, which is no file on a disk in what it does
 *
 * A position counts the calls of the kind from 1; the count goes on while the plan's fault is 0. play.mjs writes it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { READ = 1, WRITE, SYNC, TRUNCATE };
/* HALF: half of a write is done, and what is left has no room. LIE: nothing is done, and it is said to be. */
enum { NONE, IO_ERROR, NO_SPACE, HALF, LIE };
enum { ONCE = 1, FOR_EVER };

struct plan {
  int32_t call;
  int32_t position;
  int32_t fault;
  int32_t duration;
  int32_t count;
};

static volatile struct plan *plan;
static const char *folder;
static size_t folder_length;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULT_PLAN");
  folder = getenv("FAULT_FOLDER");
  if (path == NULL || folder == NULL) return;
  folder_length = strlen(folder);
  int file = open(path, O_RDWR | O_CLOEXEC);
  void *shared = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared == MAP_FAILED) {
    fprintf(stderr, "fault: %s: %s\n", path, strerror(errno));
    _exit(70);
  }
  plan = shared;
}

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) _exit(70);
  return found;
}

#define REAL(name) ({ static __typeof__(name) *real; if (real == NULL) real = next(#name); real; })

static int is_watched(int descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= (ssize_t)folder_length || strncmp(path, folder, folder_length) != 0) return 0;
  path[length] = '\0';
  return strstr(path + folder_length, "-shm") == NULL;
}

/* The fault of this call; NONE for one that is done. */
static int fault_of(int call, int descriptor) {
  if (plan == NULL || plan->call != call || !is_watched(descriptor)) return NONE;
  int32_t count = ++plan->count;
  if (count == plan->position || (plan->duration == FOR_EVER && count > plan->position)) return plan->fault;
  /* The rest of a write that was done by half. */
  if (plan->fault == HALF && count == plan->position + 1) return NO_SPACE;
  return NONE;
}

#define FAIL(fault) (errno = (fault) == IO_ERROR ? EIO : ENOSPC, -1)

#define READ_WITH(CALL)                     \
  int fault = fault_of(READ, descriptor);   \
  if (fault == NONE) return CALL;           \
  return fault == LIE ? (ssize_t)length : FAIL(fault);

ssize_t pread(int descriptor, void *bytes, size_t length, off_t at) {
  READ_WITH(REAL(pread)(descriptor, bytes, length, at))
}
ssize_t pread64(int descriptor, void *bytes, size_t length, off64_t at) {
  READ_WITH(REAL(pread64)(descriptor, bytes, length, at))
}

#define WRITE_WITH(CALL, HALF_CALL)          \
  int fault = fault_of(WRITE, descriptor);   \
  if (fault == NONE) return CALL;            \
  if (fault == HALF) return HALF_CALL;       \
  return fault == LIE ? (ssize_t)length : FAIL(fault);

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t at) {
  WRITE_WITH(REAL(pwrite)(descriptor, bytes, length, at), REAL(pwrite)(descriptor, bytes, length / 2, at))
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t at) {
  WRITE_WITH(REAL(pwrite64)(descriptor, bytes, length, at), REAL(pwrite64)(descriptor, bytes, length / 2, at))
}

#define PLAIN_WITH(KIND, CALL)               \
  int fault = fault_of(KIND, descriptor);    \
  if (fault == NONE) return CALL;            \
  return fault == LIE ? 0 : FAIL(fault);

int fsync(int descriptor) { PLAIN_WITH(SYNC, REAL(fsync)(descriptor)) }
int fdatasync(int descriptor) { PLAIN_WITH(SYNC, REAL(fdatasync)(descriptor)) }
int ftruncate(int descriptor, off_t length) { PLAIN_WITH(TRUNCATE, REAL(ftruncate)(descriptor, length)) }
int ftruncate64(int descriptor, off64_t length) { PLAIN_WITH(TRUNCATE, REAL(ftruncate64)(descriptor, length)) }

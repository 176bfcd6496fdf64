/*
 * Loaded into a process with LD_PRELOAD, writes down everything that is done to files called data.mdb and has not been synced
 * yet: for each write where, what was there before and what is there now. When the process is gone, lose-unsynced.ts takes from the
 * file what a power cut might have taken.
 *
 * Covers the calls that LMDB makes on its data (open64, pwrite64, writev with lseek64, fdatasync, fsync; O_DSYNC). It maps the file for
 * reading only. Anything else that would change the file ends the process, so that nothing goes unseen.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { DESCRIPTORS = 4096 };
enum { NONE, CACHED, DURABLE };

struct record {
  uint64_t kind, offset, length, size_before;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char watched[DESCRIPTORS];
static int journal = -1;

#define NEXT(result, name, ...)                                     \
  static result (*next)(__VA_ARGS__);                               \
  if (!next) next = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name); \
  if (!next) abort()

static int is_watched(int fd) { return fd >= 0 && fd < DESCRIPTORS ? watched[fd] : NONE; }

static void unforeseen(const char *call) {
  fprintf(stderr, "unsynced: %s on a watched file is not foreseen\n", call);
  abort();
}

static void put(const void *bytes, size_t length) {
  NEXT(ssize_t, "write", int, const void *, size_t);
  if (next(journal, bytes, length) != (ssize_t)length) unforeseen("writing the record of a write");
}

static void open_journal(void) {
  NEXT(int, "open64", const char *, int, ...);
  journal = next(getenv("UNSYNCED_LOG"), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (journal < 0) unforeseen("opening the log");
}

/* With the lock held, before the write itself: the process may die between the two. */
static void note(int fd, const struct iovec *parts, int count, off64_t offset) {
  struct stat file;
  if (fstat(fd, &file)) unforeseen("fstat");
  struct record record = {watched[fd], (uint64_t)offset, 0, (uint64_t)file.st_size};
  for (int i = 0; i < count; i++) record.length += parts[i].iov_len;
  char *before = calloc(1, record.length);
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  NEXT(int, "open64", const char *, int, ...);
  int reader = next(path, O_RDONLY | O_CLOEXEC); /* one of the descriptors is for writing only */
  if (reader < 0 || pread64(reader, before, record.length, offset) < 0) unforeseen("reading what was there");
  close(reader);
  put(&record, sizeof record);
  put(before, record.length);
  for (int i = 0; i < count; i++) put(parts[i].iov_base, parts[i].iov_len);
  free(before);
}

/* With the lock held: all that was written is safe. */
static void settle(void) {
  NEXT(int, "ftruncate64", int, off64_t);
  if (next(journal, 0)) unforeseen("emptying the log");
}

int open64(const char *path, int flags, ...) {
  NEXT(int, "open64", const char *, int, ...);
  va_list rest;
  va_start(rest, flags);
  int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
  va_end(rest);
  int fd = next(path, flags, mode);
  size_t length = strlen(path);
  if (fd >= 0 && length >= 8 && !strcmp(path + length - 8, "data.mdb") && (flags & O_ACCMODE) != O_RDONLY) {
    if (fd >= DESCRIPTORS) unforeseen("so high a descriptor");
    pthread_mutex_lock(&lock);
    if (journal < 0) open_journal();
    watched[fd] = flags & O_DSYNC ? DURABLE : CACHED;
    pthread_mutex_unlock(&lock);
  }
  return fd;
}

int close(int fd) {
  NEXT(int, "close", int);
  if (fd >= 0 && fd < DESCRIPTORS) watched[fd] = NONE;
  return next(fd);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  if (!is_watched(fd)) return next(fd, bytes, length, offset);
  pthread_mutex_lock(&lock);
  struct iovec part = {(void *)bytes, length};
  note(fd, &part, 1, offset);
  ssize_t written = next(fd, bytes, length, offset);
  pthread_mutex_unlock(&lock);
  return written;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  NEXT(ssize_t, "writev", int, const struct iovec *, int);
  if (!is_watched(fd)) return next(fd, parts, count);
  pthread_mutex_lock(&lock);
  note(fd, parts, count, lseek64(fd, 0, SEEK_CUR));
  ssize_t written = next(fd, parts, count);
  pthread_mutex_unlock(&lock);
  return written;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  NEXT(ssize_t, "write", int, const void *, size_t);
  if (is_watched(fd)) {
    struct iovec part = {(void *)bytes, length};
    return writev(fd, &part, 1);
  }
  return next(fd, bytes, length);
}

/* Disks are slower than here: most of the time of a store under load is in a sync, and so should most of the kills be. */
static void hesitate(int fd) {
  if (is_watched(fd)) usleep(5000);
}

static int synced(int fd, int result) {
  if (result == 0 && is_watched(fd)) {
    pthread_mutex_lock(&lock);
    settle();
    pthread_mutex_unlock(&lock);
  }
  return result;
}

int fdatasync(int fd) {
  NEXT(int, "fdatasync", int);
  hesitate(fd);
  return synced(fd, next(fd));
}

int fsync(int fd) {
  NEXT(int, "fsync", int);
  hesitate(fd);
  return synced(fd, next(fd));
}

int ftruncate64(int fd, off64_t length) {
  NEXT(int, "ftruncate64", int, off64_t);
  if (is_watched(fd)) unforeseen("ftruncate");
  return next(fd, length);
}

void *mmap64(void *at, size_t length, int protection, int flags, int fd, off64_t offset) {
  NEXT(void *, "mmap64", void *, size_t, int, int, int, off64_t);
  if (is_watched(fd) && (flags & MAP_SHARED) && (protection & PROT_WRITE)) unforeseen("mmap for writing");
  return next(at, length, protection, flags, fd, offset);
}

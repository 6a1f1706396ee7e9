#define _GNU_SOURCE

#include "FlowlineDrawing.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  NARROW = FLOWLINE_NARROW_LAST - FLOWLINE_NARROW_FIRST + 1,
  WIDE = FLOWLINE_WIDE_LAST - FLOWLINE_WIDE_FIRST + 1,
};

struct flowline_drawings {
  // Pages that are never touched cost nothing.
  char *texts[NARROW + WIDE];
};

flowline_drawings *flowline_drawings_open(void) { return calloc(1, sizeof(flowline_drawings)); }

void flowline_drawings_close(flowline_drawings *drawings) {
  for (size_t place = 0; place < NARROW + WIDE; place++) free(drawings->texts[place]);
  free(drawings);
}

static char **drawing_of(flowline_drawings *drawings, wchar_t character) {
  if (character >= FLOWLINE_NARROW_FIRST && character <= FLOWLINE_NARROW_LAST)
    return &drawings->texts[character - FLOWLINE_NARROW_FIRST];
  if (character >= FLOWLINE_WIDE_FIRST && character <= FLOWLINE_WIDE_LAST)
    return &drawings->texts[NARROW + character - FLOWLINE_WIDE_FIRST];
  return NULL;
}

int flowline_drawing_set(flowline_drawings *drawings, wchar_t standing, const char *text) {
  char **place = drawing_of(drawings, standing);
  if (place == NULL) return -1;
  char *copy = strdup(text);
  if (copy == NULL) return -1;
  free(*place);
  *place = copy;
  return 0;
}

struct stream {
  int descriptor;
  flowline_drawings *drawings;
  /// The beginning of a character whose end was not written yet.
  unsigned char begun[4];
  size_t begun_count;
  size_t gathered_count;
  unsigned char gathered[1 << 13];
};

static int write_all(int descriptor, const unsigned char *bytes, size_t size) {
  while (size > 0) {
    ssize_t count = write(descriptor, bytes, size);
    if (count > 0) {
      bytes += count;
      size -= (size_t)count;
    } else if (count < 0 && errno == EAGAIN) {
      struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
      poll(&ready, 1, -1);
    } else if (count == 0 || errno != EINTR) {
      return -1;
    }
  }
  return 0;
}

static int flush_gathered(struct stream *stream) {
  size_t count = stream->gathered_count;
  stream->gathered_count = 0;
  return write_all(stream->descriptor, stream->gathered, count);
}

static int gather(struct stream *stream, const void *bytes, size_t size) {
  if (stream->gathered_count + size > sizeof stream->gathered && flush_gathered(stream) != 0)
    return -1;
  if (size > sizeof stream->gathered) return write_all(stream->descriptor, bytes, size);
  memcpy(stream->gathered + stream->gathered_count, bytes, size);
  stream->gathered_count += size;
  return 0;
}

/// Whether a character of the two ranges may begin with this byte.
static int may_stand(unsigned char byte) { return byte == 0xF0 || byte == 0xF3; }

static int gather_character(struct stream *stream, const unsigned char *bytes) {
  wchar_t character = (wchar_t)((bytes[0] & 0x07) << 18 | (bytes[1] & 0x3F) << 12
                                | (bytes[2] & 0x3F) << 6 | (bytes[3] & 0x3F));
  char **drawing = drawing_of(stream->drawings, character);
  if (drawing == NULL || *drawing == NULL) return gather(stream, bytes, 4);
  return gather(stream, *drawing, strlen(*drawing));
}

static ssize_t draw(void *cookie, const char *text, size_t size) {
  struct stream *stream = cookie;
  const unsigned char *bytes = (const unsigned char *)text;
  size_t place = 0;
  // stdio cuts what it writes where its buffer ends.
  while (stream->begun_count > 0 && place < size) {
    stream->begun[stream->begun_count++] = bytes[place++];
    if (stream->begun_count < 4) continue;
    stream->begun_count = 0;
    if (gather_character(stream, stream->begun) != 0) return 0;
  }
  size_t plain = place;
  while (place < size) {
    if (!may_stand(bytes[place])) {
      place++;
      continue;
    }
    if (gather(stream, bytes + plain, place - plain) != 0) return 0;
    if (size - place < 4) {
      memcpy(stream->begun, bytes + place, size - place);
      stream->begun_count = size - place;
      place = plain = size;
    } else {
      if (gather_character(stream, bytes + place) != 0) return 0;
      plain = place += 4;
    }
  }
  if (gather(stream, bytes + plain, size - plain) != 0) return 0;
  return flush_gathered(stream) == 0 ? (ssize_t)size : 0;
}

static int close_stream(void *cookie) {
  struct stream *stream = cookie;
  int result = close(stream->descriptor);
  free(stream);
  return result;
}

FILE *flowline_open_drawing_stream(int descriptor, flowline_drawings *drawings) {
  struct stream *stream = calloc(1, sizeof *stream);
  if (stream == NULL) return NULL;
  stream->drawings = drawings;
  stream->descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  FILE *file = NULL;
  if (stream->descriptor >= 0)
    file = fopencookie(stream, "w", (cookie_io_functions_t){.write = draw, .close = close_stream});
  if (file == NULL) {
    if (stream->descriptor >= 0) close(stream->descriptor);
    free(stream);
    return NULL;
  }
  setvbuf(file, NULL, _IOFBF, 1 << 14);
  return file;
}

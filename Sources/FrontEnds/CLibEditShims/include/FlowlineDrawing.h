// Characters that stand for others in libedit's buffer, and the stream that draws those others.
//
// libedit takes each code point for one character and knows no marks; what a person sees as one
// character is therefore given to it as one code point that is drawn as the whole.
#pragma once

#include <stdio.h>
#include <wchar.h>

enum {
  /// Of the private use area: one column each.
  FLOWLINE_NARROW_FIRST = 0xF0000,
  FLOWLINE_NARROW_LAST = 0xFFFFD,
  /// Tangut ideographs: two columns each. A real one is stood for like any other character.
  FLOWLINE_WIDE_FIRST = 0x17000,
  FLOWLINE_WIDE_LAST = 0x187F7,
};

/// What characters of the ranges above are drawn as, for one terminal. Not for two threads at once.
typedef struct flowline_drawings flowline_drawings;

/// Makes one that knows no drawing. Null without memory.
flowline_drawings *flowline_drawings_open(void);

/// Frees it. Streams that draw by it must be closed before.
void flowline_drawings_close(flowline_drawings *drawings);

/// Says in UTF-8 how a character of the ranges above is drawn. Returns 0, or -1 without memory.
int flowline_drawing_set(flowline_drawings *drawings, wchar_t standing, const char *text);

/// A stdio stream of its own over a duplicate of `descriptor` that draws what is stood for.
///
/// It has no descriptor to ask for. Null with `errno` set if it cannot be opened.
FILE *flowline_open_drawing_stream(int descriptor, flowline_drawings *drawings);

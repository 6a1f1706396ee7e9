// Typed functions over libedit's variadic ones, which Swift cannot call.
// Everything is wide: libedit's narrow functions convert by the locale and crash where they cannot.
#pragma once

#include <histedit.h>
#include <stdio.h>
#include <wchar.h>

typedef int (*flowline_read_function)(EditLine *, wchar_t *);
typedef unsigned char (*flowline_key_function)(EditLine *, wint_t);
/// A line of a history by its age, the newest being 0; null if there is none so old.
typedef const wchar_t *(*flowline_history_function)(void *owner, int age);

/// A history that libedit reads from its owner, line by line.
typedef struct {
  void *owner;
  flowline_history_function line;
  int count;
  int age;
} flowline_history;

/// Draws no prompt.
int flowline_el_set_no_prompt(EditLine *el);
/// "emacs" or "vi". Resets every binding.
int flowline_el_set_editor(EditLine *el, const char *name);
/// Whether the user edits as in vi.
int flowline_el_uses_vi(EditLine *el);
/// Lets Ctrl-S and Ctrl-Q be keys while a line is read.
int flowline_el_stop_flow_control(EditLine *el);
/// Whether libedit handles signals by itself (it sends them on to the whole process group).
int flowline_el_set_signal_handling(EditLine *el, int on);
int flowline_el_set_edit_mode(EditLine *el, int on);
int flowline_el_set_reader(EditLine *el, flowline_read_function function);
int flowline_el_set_client_data(EditLine *el, void *data);
void *flowline_el_client_data(EditLine *el);
/// Makes `function` known by `name`.
int flowline_el_add_function(EditLine *el, const char *name, flowline_key_function function);
/// Binds one key to a function by its name of ASCII letters, in the main key map and in the alternative one (that of vi's command mode).
int flowline_el_bind_key(EditLine *el, wchar_t key, const char *function);
/// Binds one key in the alternative map alone.
int flowline_el_bind_alternative_key(EditLine *el, wchar_t key, const char *function);
/// Takes away what is bound to a sequence of ASCII characters.
int flowline_el_unbind_sequence(EditLine *el, const char *sequence);
/// Attaches a history, which must be kept until the next.
int flowline_el_set_history(EditLine *el, flowline_history *history);
/// Raw mode on or off in the middle of a line.
void flowline_el_prepare_terminal(EditLine *el, int on);
void flowline_el_set_error_file(EditLine *el, FILE *file);
/// Has libedit reckon with a window of this size until it reads the next line.
void flowline_el_set_size(EditLine *el, int columns, int lines);
/// Whether the terminal can move its cursor up and clear the rest of a line.
int flowline_el_can_move(EditLine *el);
/// Has libedit beep by the bell character on any terminal.
void flowline_el_set_bell(EditLine *el);

/// A stdio stream of its own over a duplicate of `descriptor`; null with `errno` set if that fails.
FILE *flowline_open_stream(int descriptor, const char *mode);
/// A stdio stream that forgets what is written to it and counts the bells; null without memory.
FILE *flowline_open_bell_counter(int *bells);

// Typed functions over libedit's variadic ones, which Swift cannot call.
// Everything is wide: libedit's narrow functions convert by the locale and crash where they cannot.
#pragma once

#include <histedit.h>
#include <stdio.h>
#include <wchar.h>

typedef wchar_t *(*flowline_prompt_function)(EditLine *);
typedef int (*flowline_read_function)(EditLine *, wchar_t *);
typedef unsigned char (*flowline_key_function)(EditLine *, wint_t);

/// Draws by `function`; runs of text between two `escape` characters take no room on the screen.
int flowline_el_set_prompt(EditLine *el, flowline_prompt_function function, wchar_t escape);
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
/// Attaches `history`, or none.
int flowline_el_set_history(EditLine *el, HistoryW *history);
/// Draws prompt and line again from the cursor on, forgetting what was on the screen.
void flowline_el_refresh(EditLine *el);
/// Raw mode on or off in the middle of a line.
void flowline_el_prepare_terminal(EditLine *el, int on);
void flowline_el_set_error_file(EditLine *el, FILE *file);
/// The columns libedit reckons with; 80 where it does not know or has fewer than two.
int flowline_el_columns(EditLine *el);
/// The rows libedit reckons with; 24 where it does not know.
int flowline_el_lines(EditLine *el);
/// Whether the terminal can move its cursor up and clear the rest of a line.
int flowline_el_can_move(EditLine *el);

int flowline_history_set_size(HistoryW *history, int size);
int flowline_history_enter(HistoryW *history, const wchar_t *line);
int flowline_history_clear(HistoryW *history);

/// The columns of one character by the locale, as libedit reckons; -1 for one that is not printed.
int flowline_wcwidth(wchar_t character);

/// A stdio stream of its own over a duplicate of `descriptor`; null with `errno` set if that fails.
FILE *flowline_open_stream(int descriptor, const char *mode);

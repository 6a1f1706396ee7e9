#define _GNU_SOURCE

#include "FlowlineEditLine.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int flowline_el_set_prompt(EditLine *el, flowline_prompt_function function, wchar_t escape) {
  return el_wset(el, EL_PROMPT_ESC, function, escape);
}

int flowline_el_set_editor(EditLine *el, const char *name) {
  return el_set(el, EL_EDITOR, name);
}

int flowline_el_uses_vi(EditLine *el) {
  const wchar_t *name = NULL;
  return el_wget(el, EL_EDITOR, &name) == 0 && name != NULL && name[0] == L'v';
}

int flowline_el_stop_flow_control(EditLine *el) {
  return el_wset(el, EL_SETTY, L"-d", L"-ixon", (wchar_t *)NULL);
}

int flowline_el_set_signal_handling(EditLine *el, int on) { return el_wset(el, EL_SIGNAL, on); }

int flowline_el_set_edit_mode(EditLine *el, int on) { return el_wset(el, EL_EDITMODE, on); }

int flowline_el_set_reader(EditLine *el, flowline_read_function function) {
  return el_wset(el, EL_GETCFN, function);
}

int flowline_el_set_client_data(EditLine *el, void *data) {
  return el_wset(el, EL_CLIENTDATA, data);
}

void *flowline_el_client_data(EditLine *el) {
  void *data = NULL;
  return el_wget(el, EL_CLIENTDATA, &data) == 0 ? data : NULL;
}

int flowline_el_add_function(EditLine *el, const char *name, flowline_key_function function) {
  // The narrow function copies the name, the wide one keeps the pointer.
  return el_set(el, EL_ADDFN, name, name, function);
}

static void widen(const char *text, wchar_t *wide, size_t capacity) {
  size_t length = strnlen(text, capacity - 1);
  for (size_t i = 0; i < length; i++) wide[i] = (wchar_t)text[i];
  wide[length] = L'\0';
}

int flowline_el_bind_key(EditLine *el, wchar_t key, const char *function) {
  const wchar_t text[2] = {key, L'\0'};
  wchar_t name[64];
  widen(function, name, 64);
  int result = el_wset(el, EL_BIND, text, name, (wchar_t *)NULL);
  return result != 0 ? result : flowline_el_bind_alternative_key(el, key, function);
}

int flowline_el_bind_alternative_key(EditLine *el, wchar_t key, const char *function) {
  const wchar_t text[2] = {key, L'\0'};
  wchar_t name[64];
  widen(function, name, 64);
  return el_wset(el, EL_BIND, L"-a", text, name, (wchar_t *)NULL);
}

int flowline_el_unbind_sequence(EditLine *el, const char *sequence) {
  wchar_t text[16];
  widen(sequence, text, 16);
  return el_wset(el, EL_BIND, L"-r", text, (wchar_t *)NULL);
}

int flowline_el_set_history(EditLine *el, HistoryW *history) {
  return history == NULL ? el_wset(el, EL_HIST, NULL, NULL)
                         : el_wset(el, EL_HIST, history_w, history);
}

void flowline_el_refresh(EditLine *el) { el_wset(el, EL_REFRESH); }

void flowline_el_prepare_terminal(EditLine *el, int on) { el_wset(el, EL_PREP_TERM, on); }

void flowline_el_set_error_file(EditLine *el, FILE *file) { el_wset(el, EL_SETFP, 2, file); }

int flowline_el_columns(EditLine *el) {
  int columns = 0;
  if (el_wget(el, EL_GETTC, "co", &columns) != 0 || columns < 2) return 80;
  return columns;
}

int flowline_el_lines(EditLine *el) {
  int lines = 0;
  if (el_wget(el, EL_GETTC, "li", &lines) != 0 || lines < 1) return 24;
  return lines;
}

int flowline_el_can_move(EditLine *el) {
  char *up = NULL;
  char *clear = NULL;
  if (el_wget(el, EL_GETTC, "up", &up) != 0 || el_wget(el, EL_GETTC, "ce", &clear) != 0) return 0;
  return up != NULL && *up != '\0' && clear != NULL && *clear != '\0';
}

int flowline_history_set_size(HistoryW *history, int size) {
  HistEventW event;
  return history_w(history, &event, H_SETSIZE, size);
}

int flowline_history_enter(HistoryW *history, const wchar_t *line) {
  HistEventW event;
  return history_w(history, &event, H_ENTER, line);
}

int flowline_history_clear(HistoryW *history) {
  HistEventW event;
  return history_w(history, &event, H_CLEAR);
}

int flowline_wcwidth(wchar_t character) { return wcwidth(character); }

FILE *flowline_open_stream(int descriptor, const char *mode) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return NULL;
  FILE *file = fdopen(copy, mode);
  if (file == NULL) {
    close(copy);
    return NULL;
  }
  setvbuf(file, NULL, _IOFBF, 1 << 14);
  return file;
}

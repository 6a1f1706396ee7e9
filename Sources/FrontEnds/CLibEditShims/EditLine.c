#define _GNU_SOURCE

#include "FlowlineEditLine.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static wchar_t *no_prompt(EditLine *el) {
  static wchar_t nothing[1];
  (void)el;
  return nothing;
}

int flowline_el_set_no_prompt(EditLine *el) { return el_wset(el, EL_PROMPT, no_prompt); }

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

static int read_history(void *reference, HistEventW *event, int operation, ...) {
  flowline_history *history = reference;
  int age = history->age;
  switch (operation) {
  case H_FIRST: age = 0; break;
  case H_NEXT: age++; break;
  case H_PREV: age--; break;
  case H_LAST: age = history->count - 1; break;
  default: return -1;
  }
  const wchar_t *line = age < 0 ? NULL : history->line(history->owner, age);
  if (line == NULL) return -1;
  history->age = age;
  event->num = history->count - age;
  event->str = line;
  return 0;
}

int flowline_el_set_history(EditLine *el, flowline_history *history) {
  return el_wset(el, EL_HIST, read_history, history);
}

void flowline_el_prepare_terminal(EditLine *el, int on) { el_wset(el, EL_PREP_TERM, on); }

void flowline_el_set_error_file(EditLine *el, FILE *file) { el_wset(el, EL_SETFP, 2, file); }

static void set_number(EditLine *el, const wchar_t *name, int number) {
  wchar_t text[16];
  swprintf(text, 16, L"%d", number);
  el_wset(el, EL_SETTC, name, text, (wchar_t *)NULL);
}

void flowline_el_set_size(EditLine *el, int columns, int lines) {
  set_number(el, L"co", columns);
  set_number(el, L"li", lines);
}

void flowline_el_set_bell(EditLine *el) {
  el_wset(el, EL_SETTC, L"bl", L"\007", (wchar_t *)NULL);
}

int flowline_el_can_move(EditLine *el) {
  char *up = NULL;
  char *clear = NULL;
  if (el_wget(el, EL_GETTC, "up", &up) != 0 || el_wget(el, EL_GETTC, "ce", &clear) != 0) return 0;
  return up != NULL && *up != '\0' && clear != NULL && *clear != '\0';
}

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

static ssize_t count_bells(void *cookie, const char *text, size_t size) {
  int *bells = cookie;
  for (size_t place = 0; place < size; place++) *bells += text[place] == '\a';
  return (ssize_t)size;
}

FILE *flowline_open_bell_counter(int *bells) {
  FILE *file = fopencookie(bells, "w", (cookie_io_functions_t){.write = count_bells});
  if (file != NULL) setvbuf(file, NULL, _IOFBF, 1 << 14);
  return file;
}

#define _GNU_SOURCE

#include "FlowlineSignals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// The state is the process's own, as signal handlers and terminals are.
static atomic_uint marks;
static atomic_uint unanswered_interrupts;
static atomic_int pipe_out = -1;
static int pipe_in = -1;
static int openings;

static atomic_int terminal_is_raw;
static struct termios remembered;
static int terminal_input = -1;
static int terminal_output = -1;
static const char *closing_text;
static int terminal_is_begun;

static const int lasting[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};
static const int while_reading[] = {SIGTSTP, SIGCONT};
// Ctrl-\ is the user's wish, and no crash to report.
static const int quits[] = {SIGQUIT};
static const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
enum { LASTING = 4, QUITS = 1, WHILE_READING = 2, CRASHES = 6 };
static struct sigaction before_lasting[LASTING];
static struct sigaction before_quits[QUITS];
static struct sigaction before_reading[WHILE_READING];
static struct sigaction before_crashes[CRASHES];

static unsigned mark_of(int signal) {
  switch (signal) {
  case SIGINT: return FLOWLINE_INTERRUPT;
  case SIGTERM: return FLOWLINE_TERMINATE;
  case SIGHUP: return FLOWLINE_HANG_UP;
  case SIGWINCH: return FLOWLINE_RESIZE;
  case SIGTSTP: return FLOWLINE_SUSPEND;
  case SIGCONT: return FLOWLINE_RESUME;
  default: return 0;
  }
}

/// Only calls that POSIX allows in a signal handler.
static void restore_terminal(void) {
  if (!atomic_exchange(&terminal_is_raw, 0)) return;
  // From the background this would stop a process that is about to leave.
  sigset_t output_stop, old;
  sigemptyset(&output_stop);
  sigaddset(&output_stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output_stop, &old);
  tcsetattr(terminal_input, TCSANOW, &remembered);
  if (closing_text != NULL) {
    ssize_t ignored = write(terminal_output, closing_text, strlen(closing_text));
    (void)ignored;
  }
  pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void set_disposition(int signal, void (*handler)(int), struct sigaction *old) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigfillset(&action.sa_mask);
  // A stack that overflowed has no room for the handler.
  action.sa_flags = SA_ONSTACK;
  sigaction(signal, &action, old);
}

static void die_of(int signal) {
  restore_terminal();
  set_disposition(signal, SIG_DFL, NULL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  raise(signal);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

/// A program that answers neither the first signal nor the next is hung: then the default holds.
static int is_unanswered(int signal, unsigned mark, unsigned before) {
  if (signal == SIGINT) return atomic_fetch_add(&unanswered_interrupts, 1) >= 2;
  return (signal == SIGTERM || signal == SIGHUP) && (before & mark) != 0;
}

static void handle(int signal) {
  int saved = errno;
  unsigned mark = mark_of(signal);
  unsigned before = atomic_load(&marks);
  flowline_signals_post(mark);
  if (is_unanswered(signal, mark, before)) die_of(signal);
  errno = saved;
}

static void install(const int *signals, struct sigaction *old, int count, void (*handler)(int)) {
  sigset_t unblocked;
  sigemptyset(&unblocked);
  for (int i = 0; i < count; i++) {
    sigaction(signals[i], NULL, &old[i]);
    if (old[i].sa_handler != SIG_IGN || signals[i] == SIGWINCH || signals[i] == SIGCONT)
      set_disposition(signals[i], handler, NULL);
    sigaddset(&unblocked, signals[i]);
  }
  // A parent may leave them blocked (threads of libdispatch do), and Ctrl-C would be dead.
  pthread_sigmask(SIG_UNBLOCK, &unblocked, NULL);
}

/// Gives the terminal back, and the crash to whoever handled it before.
static void crash(int signal) {
  restore_terminal();
  for (int i = 0; i < CRASHES; i++)
    if (crashes[i] == signal) sigaction(signal, &before_crashes[i], NULL);
  // The others come again by themselves when the faulting instruction is run again.
  if (signal == SIGABRT) raise(signal);
}

static void reinstate(const int *signals, const struct sigaction *old, int count) {
  for (int i = 0; i < count; i++) sigaction(signals[i], &old[i], NULL);
}

int flowline_signals_open(void) {
  if (openings++ > 0) return 0;
  if (pipe_in < 0) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
      openings = 0;
      return -1;
    }
    pipe_in = ends[0];
    atomic_store(&pipe_out, ends[1]);
    atexit(restore_terminal);
  }
  install(lasting, before_lasting, LASTING, handle);
  install(quits, before_quits, QUITS, die_of);
  return 0;
}

void flowline_signals_close(void) {
  if (openings == 0 || --openings > 0) return;
  reinstate(quits, before_quits, QUITS);
  reinstate(lasting, before_lasting, LASTING);
}

void flowline_signals_post(unsigned what) {
  atomic_fetch_or(&marks, what);
  int out = atomic_load(&pipe_out);
  if (out < 0) return;
  // A full pipe wakes as well as one more byte would.
  ssize_t ignored = write(out, "!", 1);
  (void)ignored;
}

unsigned flowline_signals_take(unsigned mask) {
  if (mask & FLOWLINE_INTERRUPT) atomic_store(&unanswered_interrupts, 0);
  return atomic_fetch_and(&marks, ~mask) & mask;
}

unsigned flowline_signals_pending(void) { return atomic_load(&marks); }

int flowline_signals_descriptor(void) { return pipe_in; }

void flowline_signals_drain(void) {
  char bytes[64];
  while (read(pipe_in, bytes, sizeof bytes) > 0) {
  }
}

void flowline_terminal_begin(int input, int output, const char *closing) {
  closing_text = closing;
  if (terminal_is_begun) return;
  terminal_is_begun = 1;
  terminal_input = input;
  terminal_output = output;
  if (tcgetattr(input, &remembered) == 0) atomic_store(&terminal_is_raw, 1);
  install(while_reading, before_reading, WHILE_READING, handle);
  install(crashes, before_crashes, CRASHES, crash);
}

void flowline_terminal_end(void) {
  if (!terminal_is_begun) return;
  terminal_is_begun = 0;
  reinstate(crashes, before_crashes, CRASHES);
  reinstate(while_reading, before_reading, WHILE_READING);
  atomic_store(&terminal_is_raw, 0);
}

void flowline_terminal_stop(void) {
  set_disposition(SIGTSTP, SIG_DFL, NULL);
  raise(SIGTSTP);
  set_disposition(SIGTSTP, handle, NULL);
}

void flowline_signals_die(int signal) { die_of(signal); }

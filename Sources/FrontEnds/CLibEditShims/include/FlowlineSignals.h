// What reaches the terminal's thread from outside: signals and other threads.
// A handler marks what happened and writes one byte to a pipe that the thread polls.
#pragma once

enum {
  FLOWLINE_INTERRUPT = 1,
  FLOWLINE_TERMINATE = 2,
  FLOWLINE_HANG_UP = 4,
  FLOWLINE_RESIZE = 8,
  FLOWLINE_SUSPEND = 16,
  FLOWLINE_RESUME = 32,
  FLOWLINE_WAKE = 64,
};

/// Opens the pipe and handles SIGINT, SIGTERM, SIGHUP and SIGWINCH, unless they are ignored. SIGQUIT gives
/// the terminal back and kills, without the report of a crash.
///
/// Calls may nest; each needs its `flowline_signals_close`. Returns 0, or -1 with `errno` set.
int flowline_signals_open(void);
/// Gives back the handlers that were there before.
void flowline_signals_close(void);

/// Marks what happened and wakes the terminal's thread. For any thread, and for signal handlers.
void flowline_signals_post(unsigned what);
/// What happened since it was last taken, of the kinds in `mask`.
unsigned flowline_signals_take(unsigned mask);
/// What happened and was not taken yet.
unsigned flowline_signals_pending(void);
/// The end of the pipe to poll for reading; -1 before `flowline_signals_open`.
int flowline_signals_descriptor(void);
/// Empties the pipe.
void flowline_signals_drain(void);

/// The terminal's modes are about to change: remembers those of `input`, handles SIGTSTP and SIGCONT.
///
/// Where they have changed already since the last end, those remembered first stay.
/// From here to `flowline_terminal_end` the modes come back at exit, at a signal that kills, and at a
/// crash, which then goes to whoever handled it before.
/// `closing` is written to `output` then; it must live as long as the process, or be null.
void flowline_terminal_begin(int input, int output, const char *closing);
/// The terminal is restored.
void flowline_terminal_end(void);
/// Stops the process as SIGTSTP does by default; returns when it goes on.
void flowline_terminal_stop(void);
/// Dies of `signal` as if nobody had handled it.
void flowline_signals_die(int signal);

import Glibc

/// The clock that says how long flows are open: the system's own, never a flow's.
///
/// It is read once a drive, so a coarse one does: it costs a tenth of a fine one, and is right to
/// a few milliseconds.
enum MonotonicTime {
  /// Nanoseconds since some moment in the past; never less than before.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The clock that says how long flows are open: the system's own, never a flow's.
///
/// It is read once a drive, so a coarse one does if there is one: it costs a tenth of a fine one,
/// and is right to a few milliseconds.
enum MonotonicTime {
  /// Nanoseconds since some moment in the past; never less than before.
  static var now: Int64 {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

import Glibc

/// How long this machine has been running: a clock that nobody can put forward or back.
///
/// Two of them can be compared across processes, since each has the id of the machine's start.
public struct Uptime: Sendable, Hashable, Codable {
  /// The id of the machine's start; another one after each.
  public let boot: String

  /// Milliseconds since that start, with the time in which the machine slept.
  public let milliseconds: Int64

  /// Makes a reading.
  public init(boot: String, milliseconds: Int64) {
    self.boot = boot
    self.milliseconds = milliseconds
  }

  /// Reads the machine's clock: `CLOCK_BOOTTIME`, and `/proc/sys/kernel/random/boot_id`.
  public static func now() -> Uptime {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Uptime(
      boot: currentBoot, milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// How long ago an earlier reading was, at the least.
  ///
  /// After a restart of the machine that is known only to be longer than it has been running.
  public func elapsed(since earlier: Uptime) -> Duration {
    let passed =
      earlier.boot == boot ? milliseconds - earlier.milliseconds : milliseconds
    return .milliseconds(max(0, passed))
  }

  private static let currentBoot: String = {
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)).prefix { $0 > 32 }, as: UTF8.self)
  }()
}

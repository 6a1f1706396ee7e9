import Foundation
import UnixSignals

/// The signals that ask the server to stop.
enum StopSignals {
  /// SIGTERM, SIGINT and SIGHUP; the last one not if the program was started to ignore it, as by nohup.
  static var all: [UnixSignal] {
    isHangUpIgnored ? [.sigterm, .sigint] : [.sigterm, .sigint, .sighup]
  }

  /// What the system says of the signals that are ignored: a bit for each, SIGHUP's the lowest (proc(5)).
  private static var isHangUpIgnored: Bool {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
    let bits = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
    return (bits ?? 0) & 1 != 0
  }
}

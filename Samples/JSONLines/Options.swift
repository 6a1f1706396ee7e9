import Flowline
import FoundationEssentials
import FoundationInternationalization

/// The command line's arguments.
struct Options {
  static let usage = "usage: flowline-jsonl [--data DIR] [--now TIME]"

  /// Where the bank is kept; nothing for one in memory.
  private(set) var data: String?
  /// What time it is for the bank and for flows that are not told another.
  private(set) var now: Date?

  /// - Throws: ``UsageFault`` for an argument that is not known or has no value.
  init(_ arguments: [String]) throws(UsageFault) {
    var arguments = arguments[...]
    while let name = arguments.popFirst() {
      switch name {
      case "--data": data = try Self.value(of: name, "a directory", &arguments)
      case "--now":
        let text = try Self.value(of: name, "a time such as 2026-11-20T12:00:00Z", &arguments)
        guard let date = Date(timestamp: text) else {
          throw UsageFault(matter: "--now takes a time such as 2026-11-20T12:00:00Z, got “\(text)”")
        }
        now = date
      default: throw UsageFault(matter: "unknown option “\(name)”")
      }
    }
  }

  private static func value(
    of name: String, _ wanted: String, _ arguments: inout ArraySlice<String>
  ) throws(UsageFault) -> String {
    guard let value = arguments.popFirst(), !value.isEmpty else {
      throw UsageFault(matter: "\(name) takes \(wanted)")
    }
    return value
  }

  /// The world of a flow that is not told another.
  var environment: FlowEnvironment {
    let current = FlowEnvironment.current
    return FlowEnvironment(
      locale: current.locale, timeZone: current.timeZone, now: now ?? current.now)
  }
}

/// Arguments that mean nothing.
struct UsageFault: Error, CustomStringConvertible {
  let matter: String

  var description: String { "\(matter)\n\(Options.usage)" }
}

import Flowline
import FoundationEssentials
import FoundationInternationalization

/// A session's world from the words of a test; words that mean nothing are replaced and told.
struct TestWorld {
  private(set) var faults: [String] = []
  let options: SessionOptions

  init(locale: String, timeZone: String, now: String, session: String) {
    var faults: [String] = []
    func read<Value>(_ value: Value?, _ what: String, _ text: String, or other: Value) -> Value {
      if value == nil { faults.append("“\(text)” is no \(what); using \(other) instead") }
      return value ?? other
    }
    options = SessionOptions(
      environment: FlowEnvironment(
        locale: Locale(identifier: locale),
        timeZone: read(TimeZone(identifier: timeZone), "time zone", timeZone, or: .gmt),
        now: read(Date(timestamp: now), "RFC 3339 time", now, or: Date(timeIntervalSince1970: 0))),
      session: read(UUID(text: session), "UUID", session, or: UUID()))
    self.faults = faults
  }
}

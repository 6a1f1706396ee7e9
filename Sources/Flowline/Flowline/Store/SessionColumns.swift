package import FoundationEssentials

extension SessionSummary {
  /// What has no column of its own in a database of sessions, as JSON.
  package var rest: String { Rest(summary: self).jsonText() }

  private struct Rest: JSONObject {
    let summary: SessionSummary

    func tell(_ members: inout some JSONMembers) { summary.tell(&members, withColumns: false) }
  }

  /// Reads what ``rest`` wrote, here or in a newer version; anything else is told as damage.
  package init(rest text: String, answers: Int) {
    if case .object(var members)? = try? JSONValue(parsing: text) {
      members["answers"] = .integer(Int64(answers))
      if let summary = SessionSummary(json: .object(members)) {
        self = summary
        return
      }
    }
    self.init(
      unread: .damaged(ScriptFault(line: 1, expected: "a summary", got: "other text")))
  }
}

/// Words in a column of how sessions stand.
package enum StandingWords: Sendable, Hashable {
  /// A single one.
  case word(String)
  /// All between two, and neither of them; nil for no end on that side.
  case between(String?, String?)
}

extension SessionSummary.Standing.Kind {
  /// The words in the column of sessions that stand so.
  ///
  /// A newer version may write words of its own: all that mean nothing else here are told as
  /// ``SessionSummary/Standing/newer(format:)``. They are the gaps between those that do, so that an index finds
  /// them without the others.
  package var columnWords: [StandingWords] {
    guard self == .newer else { return [.word(rawValue)] }
    let known = Self.allCases.filter { $0 != .newer }.map(\.rawValue).sorted()
    let bounds: [String?] = [nil] + known.map(Optional.some) + [nil]
    return zip(bounds, bounds.dropFirst()).map { .between($0, $1) }
  }
}

extension UserID {
  /// The name's bytes: to databases a text ends at a zero.
  package var bytes: Data { Data(rawValue.utf8) }

  package init(bytes: Data) { self.init(String(decoding: bytes, as: UTF8.self)) }
}

extension UUID {
  /// The sixteen bytes.
  package var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }

  /// Reads sixteen bytes; nil if there are more or fewer.
  package init?(bytes: Data) {
    guard bytes.count == 16 else { return nil }
    var value = UUID().uuid
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
    self.init(uuid: value)
  }
}

extension Date {
  /// Microseconds since 1970; moments that are too far away are the farthest.
  package var microseconds: Int64 {
    Int64(exactly: (timeIntervalSince1970 * 1_000_000).rounded())
      ?? (timeIntervalSince1970 < 0 ? .min : .max)
  }

  package init(microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }
}

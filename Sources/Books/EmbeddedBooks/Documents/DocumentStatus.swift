import Days
import GRDB

/// What a document is called: it follows from what was done with it, its day, and what was paid of it.
struct DocumentStatus {
  /// The word of the API.
  let word: String

  /// When it is due, as seen from today; nil if nothing is expected.
  private let expectation: String?

  init(_ kind: DocumentKind, _ row: Row, on today: Day) {
    let state = row["state"] as String
    let (total, settled) = (row["total"] as Int64, row["settled"] as Int64)
    let due = row.day("dueDay")
    switch state {
    case "sent" where kind == .estimate: self.init("Sent")
    case "sent" where total == 0: self.init("Zero Value")
    case "sent" where settled == total: self.init(total < 0 ? "Refunded" : "Paid")
    case "sent" where settled.magnitude > total.magnitude: self.init("Overpaid")
    case "sent":
      let days = due.map { today.days(until: $0) } ?? 0
      self.init(days < 0 ? "Overdue" : "Open", DueWords.of(days))
    case "scheduled": self.init("Scheduled To Email")
    case "written_off": self.init(settled == 0 ? "Written-off" : "Part written-off")
    default: self.init(state.prefix(1).uppercased() + state.dropFirst())
    }
  }

  private init(_ word: String, _ expectation: String? = nil) {
    self.word = word
    self.expectation = expectation
  }

  /// The word with what is to be expected, such as `Open – due in 12 days`, or with the day on which the
  /// rest was settled: `Paid on – 21 Mar 20`.
  func sentence(settledOn day: Day?) -> String {
    if let expectation { return "\(word) – \(expectation)" }
    return day.map { "\(word) on – \($0.short)" } ?? word
  }
}

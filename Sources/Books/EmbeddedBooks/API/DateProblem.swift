import Days
import FreeAgentAPI
import ServiceBasics

/// What is wrong with a day or a time of a request, in one place for bodies, queries and statements.
///
/// All of them are read as records are, whose leniency is that of the service.
extension FreeAgent.AnyField {
  /// What is to be said of a value behind the member’s name: which form is expected, and what came.
  ///
  /// - Returns: nil if it can be read, or the member holds neither a day nor a time.
  func dateProblem(with value: FreeAgent.JSON) -> String? {
    guard !canRead(value) else { return nil }
    let form: String
    switch self {
    case is FreeAgent.Field<Day>: form = "a date such as 2026-09-20"
    case is FreeAgent.Field<Timestamp>: form = "a time such as 2026-09-20T09:00:00Z"
    default: return nil
    }
    return "must be \(form)\(value.excerpt.map { ", not “\($0)”" } ?? "")"
  }
}

extension FreeAgent.JSON {
  /// The beginning of a text or a number; nil for anything else.
  fileprivate var excerpt: String? {
    guard let text = String(member: self) else { return nil }
    let length = 40
    return text.count > length ? "\(text.prefix(length))…" : text
  }
}

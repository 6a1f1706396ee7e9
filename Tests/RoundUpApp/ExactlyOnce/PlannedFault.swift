import Bank
import FoundationEssentials

/// A way for a request to go wrong.
enum FaultKind: String, Sendable, CaseIterable {
  case retryAfterSeconds, retryAfterDate, status500, status503, slow
  case closeBefore = "close-before"
  case closeAfter = "close-after"
  case truncate
  case contentType = "content-type"
  case html
  /// The connection is closed, and what was asked for is carried out later.
  case late
  /// The bank refuses, and has not done it.
  case insufficientFunds = "INSUFFICIENT_FUNDS"
  case unknownReason = "SOMETHING_ELSE"

  /// A part of the path of the requests that it meets; nil if it meets all.
  ///
  /// A goal must not be made late: the client waits until that can no longer be. Nor does a bank refuse
  /// to say what is in an account because that is too little.
  var onlyMeets: String? {
    switch self {
    case .late, .insufficientFunds, .unknownReason: "add-money"
    default: nil
    }
  }

  /// Those that leave nothing under way: a client that has waited long enough counts on that, and
  /// nobody waits here.
  static let quick = allCases.filter { $0 != .slow }

  /// The answer is lost, and the request was carried out or was not.
  static let doubtful: [FaultKind] = [.closeBefore, .closeAfter]

  /// One of each class: those above, late ones, answers that cannot be read, busy banks and refusals.
  static let usual: [FaultKind] =
    doubtful + [.slow, .late, .truncate, .status500, .retryAfterDate, .insufficientFunds]

  /// The control's words for it.
  ///
  /// - Parameter now: for the date after which the bank may be asked again.
  /// - Returns: JSON for `POST /control/faults`.
  func words(now: Date) -> String {
    switch self {
    case .retryAfterSeconds: #""kind":"status","status":429,"retryAfter":"7""#
    case .retryAfterDate:
      #""kind":"status","status":429,"retryAfter":"\#(Self.httpDate(now.addingTimeInterval(9)))""#
    case .status500: #""kind":"status","status":500"#
    case .status503: #""kind":"status","status":503,"retryAfter":"3""#
    case .slow: #""kind":"slow""#
    case .insufficientFunds, .unknownReason:
      #""kind":"status","status":400,"error":"\#(rawValue)""#
    case .closeBefore, .closeAfter, .truncate, .contentType, .html, .late:
      #""kind":"\#(rawValue)""#
    }
  }

  /// As RFC 9110 has it: `Fri, 20 Nov 2026 12:00:09 GMT`.
  private static func httpDate(_ date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
    func two(_ number: Int?) -> String {
      let digits = String(number ?? 0)
      return digits.count < 2 ? "0\(digits)" : digits
    }
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(days[(parts.weekday ?? 1) - 1]), \(two(parts.day)) \(months[(parts.month ?? 1) - 1])"
      + " \(parts.year ?? 0) \(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) GMT"
  }
}

/// A fault at one of a round's requests.
struct PlannedFault: Sendable, Hashable {
  let kind: FaultKind
  /// How many requests of the round that it could meet pass before it.
  let after: Int
  /// How many requests in a row it meets.
  var times = 1

  func words(now: Date) -> String {
    let match = kind.onlyMeets.map { #","match":{"path":"\#($0)"}"# } ?? ""
    return "{\(kind.words(now: now)),\"after\":\(after),\"times\":\(times)\(match)}"
  }
}

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

  /// Those that take no time of their own.
  static let quick = allCases.filter { $0 != .slow }

  /// The control's words for it.
  ///
  /// - Parameter now: for the date after which the bank may be asked again.
  func words(now: Date) -> String {
    switch self {
    case .retryAfterSeconds: #""kind":"status","status":429,"retryAfter":"7""#
    case .retryAfterDate:
      #""kind":"status","status":429,"retryAfter":"\#(Self.httpDate(now.addingTimeInterval(9)))""#
    case .status500: #""kind":"status","status":500"#
    case .status503: #""kind":"status","status":503,"retryAfter":"3""#
    case .slow: #""kind":"slow","seconds":\#(FaultKind.slowness)"#
    case .closeBefore, .closeAfter, .truncate, .contentType, .html: #""kind":"\#(rawValue)""#
    }
  }

  /// How slow is slow, in seconds, and how long a client waits meanwhile.
  static let slowness = 0.4
  static let timeout = Duration.milliseconds(200)

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
  /// How many requests of the round pass before it.
  let after: Int
  /// How many requests in a row it meets.
  var times = 1

  func words(now: Date) -> String {
    "{\(kind.words(now: now)),\"after\":\(after),\"times\":\(times)}"
  }
}

/// What happens in a round.
struct RoundPlan: Sendable, CustomStringConvertible {
  var faults: [PlannedFault] = []
  /// The deaths of the first process, of the second, and so on; the one after these lives.
  var deaths: [Death] = []
  /// What is spent in the week, in pence.
  var pence: [Int64] = [4_35, 5_20, 0_87]
  /// Whether the programs keep copies of what they read.
  var hasCache = false
  /// Whether the person leaves at a page that offers to try again.
  var leaves = false
  /// How far this computer's clock is off, in seconds.
  var skew = 0.0

  var isSlow: Bool { faults.contains { $0.kind == .slow } }

  /// What is to be moved, by a rule of its own.
  var total: Int64 { pence.reduce(0) { $0 + (1_00 - $1 % 1_00) % 1_00 } }

  var description: String {
    "faults \(faults.map { "\($0.kind) after \($0.after) ×\($0.times)" }), deaths \(deaths), "
      + "pence \(pence), cache \(hasCache), leaves \(leaves), skew \(skew)"
  }

  /// Faults and deaths at random, most rounds with one or two.
  static func random(_ random: inout SeededNumbers, isSlow: Bool) -> RoundPlan {
    var plan = RoundPlan()
    let kinds = isSlow ? FaultKind.allCases : FaultKind.quick
    for _ in 0..<random.pick([0, 1, 1, 2, 2, 2, 3]) {
      plan.faults.append(
        PlannedFault(
          kind: random.pick(kinds), after: .random(in: 0...13, using: &random),
          times: random.chance(0.2) ? .random(in: 2...8, using: &random) : 1))
    }
    for _ in 0..<random.pick([0, 0, 1, 1, 2, 3]) {
      plan.deaths.append(
        random.chance(0.5)
          ? .request(.random(in: 1...12, using: &random))
          : .write(
            .random(in: 1...9, using: &random), random.pick(Death.Extent.allCases)
          )
      )
    }
    plan.pence = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Int64.random(in: 1...60_00, using: &random)
    }
    if plan.total == 0 { plan.pence.append(0_99) }
    plan.hasCache = random.chance(0.5)
    plan.leaves = random.chance(0.15)
    plan.skew = random.chance(0.3) ? .random(in: -90...90, using: &random) : 0
    return plan
  }
}

import FoundationEssentials
import ServiceBasics
import ServiceTestSupport
import Synchronization

/// A bank with one account and one goal that does what a test wants of it, at the time of the test.
///
/// Unlike the sandbox it may be late: with carrying out, and with telling.
final class TinyBank: Sendable {
  static let account = "a0000000-0000-4000-8000-000000000001"
  static let category = "c0000000-0000-4000-8000-000000000001"
  static let goal = "90000000-0000-4000-8000-000000000001"

  /// Something that was carried out.
  struct Made: Sendable {
    let id: String
    let name: String
    let minorUnits: Int64
    let at: Date
    /// From when on lists have it.
    let shownAt: Date
    var direction = "OUT"
    var counterparty = TinyBank.goal
    var category = TinyBank.category
    var target: Int64?
  }

  private let time: TestTime
  private let moves = Mutex<[Made]>([])
  private let goals = Mutex<[Made]>([])
  private let malformed = Mutex<[String]>([])
  private let goalState = Mutex<String?>("ACTIVE")
  private let feedLimit = Mutex(Double.infinity)
  private let replies = Mutex<[(part: String, ScriptedServer.Reply)]>([])
  private let put: @Sendable (TinyBank, ScriptedServer.Request, Int) -> ScriptedServer.Reply
  private let puts = Mutex(0)

  /// Makes a bank whose writes are answered by `put`, which gets the number of those that came
  /// before.
  init(
    _ time: TestTime,
    put: @escaping @Sendable (TinyBank, ScriptedServer.Request, Int) -> ScriptedServer.Reply
  ) {
    self.time = time
    self.put = put
  }

  var now: Date { time.now }

  /// How many writes came.
  var putCount: Int { puts.withLock { $0 } }

  /// How many moves are carried out by now.
  var moveCount: Int { moves.withLock { $0.count { $0.at <= now } } }

  /// How many goals are made by now, beside the one that is always there.
  var goalCount: Int { goals.withLock { $0.count { $0.at <= now } } }

  func move(
    _ minorUnits: Int64, id: String, at: Date? = nil, shownAt: Date? = nil,
    direction: String = "OUT", counterparty: String = TinyBank.goal,
    category: String = TinyBank.category
  ) {
    let at = at ?? now
    moves.withLock {
      $0.append(
        Made(
          id: id, name: "", minorUnits: minorUnits, at: at, shownAt: shownAt ?? at,
          direction: direction, counterparty: counterparty, category: category))
    }
  }

  func makeGoal(_ name: String, id: String, at: Date, target: Int64? = nil) {
    goals.withLock {
      $0.append(Made(id: id, name: name, minorUnits: 0, at: at, shownAt: at, target: target))
    }
  }

  /// Answers reads whose path, followed by `$`, has a part; nil answers them as before.
  func answer(_ part: String, with reply: ScriptedServer.Reply?) {
    replies.withLock { replies in
      replies.removeAll { $0.part == part }
      if let reply { replies.append((part, reply)) }
    }
  }

  /// Adds an element to all lists, as it is.
  func list(_ element: String) { malformed.withLock { $0.append(element) } }

  /// Has the feed be unreadable if more of it is asked for than of so many seconds.
  func limitFeed(to seconds: Double) { feedLimit.withLock { $0 = seconds } }

  /// Takes those elements out again.
  func unlist() { malformed.withLock { $0 = [] } }

  /// Takes the goal that is always there out of the list.
  func hideGoal() { goalState.withLock { $0 = nil } }

  /// Puts the goal that is always there into the bank's archive.
  func archiveGoal() { goalState.withLock { $0 = "ARCHIVED" } }

  /// A goal or a move whose money cannot be read.
  static func unread(_ id: String) -> String {
    #"{"savingsGoalUid":"\#(id)","feedItemUid":"\#(id)","totalSaved":"?","amount":"?"}"#
  }

  /// A goal or a move whose id is none.
  static let nameless = """
    {"savingsGoalUid":"?","feedItemUid":"?","name":"Car","state":"ACTIVE","categoryUid":"\(category)",\
    "totalSaved":{"currency":"GBP","minorUnits":0},"amount":{"currency":"GBP","minorUnits":158},\
    "direction":"OUT","transactionTime":"2026-11-20T12:00:00Z","source":"INTERNAL_TRANSFER",\
    "status":"SETTLED"}
    """

  /// Answers as the bank's API does.
  func reply(to request: ScriptedServer.Request) -> ScriptedServer.Reply {
    if request.method != "GET" {
      let before = puts.withLock { count in
        defer { count += 1 }
        return count
      }
      return put(self, request, before)
    }
    if let reply = replies.withLock({ $0.first { "\(request.path)$".contains($0.part) } }) {
      return reply.1
    }
    switch request.path {
    case "/api/v2/accounts": return .answer(200, Self.accounts)
    case let path where path.hasSuffix("/balance"): return .answer(200, Self.balance)
    case let path where path.hasPrefix("/api/v2/feed/"):
      let since = Self.changesSince(request)
      let isTooLong = now.timeIntervalSince(since) > feedLimit.withLock { $0 }
      return .answer(200, isTooLong ? "?" : feed(since: since))
    case let path where path.hasSuffix("/savings-goals"): return .answer(200, goalList)
    case let path where path.contains("/savings-goals/"):
      return .answer(200, Self.json(goal: String(path.suffix(36)), "Trip"))
    default: return .answer(200, "{}")
    }
  }

  /// What a transfer that was carried out is answered with.
  static func moved(_ request: ScriptedServer.Request) -> ScriptedServer.Reply {
    let key = request.path.split(separator: "/").last.map(String.init) ?? ""
    return .answer(200, #"{"transferUid":"\#(key)","success":true}"#)
  }

  static func refused(_ code: String, status: Int = 400) -> ScriptedServer.Reply {
    .answer(status, #"{"errors":[{"message":"\#(code)"}],"success":false}"#)
  }

  private static let accounts = """
    {"accounts":[{"accountUid":"\(account)","accountType":"PRIMARY","defaultCategory":"\(category)",\
    "currency":"GBP","createdAt":"2020-02-02T02:02:02.222Z","name":"Personal"}]}
    """

  private static let balance = """
    {"clearedBalance":{"currency":"GBP","minorUnits":100},\
    "effectiveBalance":{"currency":"GBP","minorUnits":100}}
    """

  private static func json(
    goal id: String, _ name: String, target: Int64? = nil, state: String = "ACTIVE"
  ) -> String {
    let target = target.map { #""target":{"currency":"GBP","minorUnits":\#($0)},"# } ?? ""
    return """
      {"savingsGoalUid":"\(id)","name":"\(name)",\(target)\
      "totalSaved":{"currency":"GBP","minorUnits":158},"savedPercentage":0,"state":"\(state)"}
      """
  }

  /// Since when a part of the feed is asked for; distant past if all of it is.
  private static func changesSince(_ request: ScriptedServer.Request) -> Date {
    let query = URLComponents(string: request.target)?.queryItems
    let text = query?.first { $0.name == "changesSince" }?.value
    return text.flatMap { Timestamp($0)?.date } ?? .distantPast
  }

  private var goalList: String {
    let made = goals.withLock { $0.filter { $0.shownAt <= now } }
    let first =
      goalState.withLock { $0 }.map { [Self.json(goal: Self.goal, "Trip", state: $0)] } ?? []
    let all =
      first + made.map { Self.json(goal: $0.id, $0.name, target: $0.target) }
      + malformed.withLock { $0 }
    return #"{"savingsGoalList":[\#(all.joined(separator: ","))]}"#
  }

  private func feed(since: Date) -> String {
    let shown = moves.withLock { $0.filter { $0.shownAt <= now && $0.at >= since } }
    let items = shown.map { move in
      let time = move.at.formatted(.iso8601)
      return """
        {"feedItemUid":"\(move.id)","categoryUid":"\(move.category)",\
        "amount":{"currency":"GBP","minorUnits":\(move.minorUnits)},"direction":"\(move.direction)",\
        "updatedAt":"\(time)","transactionTime":"\(time)","settlementTime":"\(time)",\
        "source":"INTERNAL_TRANSFER","status":"SETTLED","counterPartyType":"CATEGORY",\
        "counterPartyUid":"\(move.counterparty)","counterPartyName":"Trip"}
        """
    }
    let all = items + malformed.withLock { $0 }
    return #"{"feedItems":[\#(all.joined(separator: ","))]}"#
  }
}

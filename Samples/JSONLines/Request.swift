import Flowline
import FoundationEssentials
import FoundationInternationalization

/// A line of input that means something.
enum Request {
  case start(Start)
  case answer(Answer, presentation: Int?)
  case fill([StepID: Answer], presentation: Int?)
  case back
  case cancel
  case journal

  /// A flow to be started, in the world it is to see.
  struct Start {
    let flow: FlowID
    let locale: Locale?
    let timeZone: TimeZone?
    let now: Date?
    let session: UUID?
    let given: [GivenAnswer]

    func environment(or other: FlowEnvironment) -> FlowEnvironment {
      FlowEnvironment(
        locale: locale ?? other.locale, timeZone: timeZone ?? other.timeZone,
        now: now ?? other.now)
    }
  }

  /// The words of which each request has exactly one, and what may stand beside it.
  private static let verbs: [(name: String, others: Set<String>)] = [
    ("start", ["locale", "timeZone", "now", "session", "given"]), ("answer", ["presentation"]),
    ("fill", ["presentation"]), ("back", []), ("cancel", []), ("journal", []),
  ]

  /// Reads a line; nothing where it is empty.
  ///
  /// - Throws: ``RequestFault`` where it means nothing.
  init?(_ line: LineReader.Line) throws(RequestFault) {
    let text = try line.text()
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: text)
    } catch {
      throw RequestFault(expected: "JSON: \(error.expected) at byte \(error.offset)", got: text)
    }
    self = try Self.read(Members(json, text: text))
  }

  private static func read(_ members: Members) throws(RequestFault) -> Request {
    let present = verbs.filter { members[$0.name] != nil }
    guard let verb = present.first, present.count == 1 else {
      let names = verbs.map { "“\($0.name)”" }.joined(separator: ", ")
      throw RequestFault(expected: "an object with one of \(names)", got: members.text)
    }
    try members.allow(verb.others.union([verb.name]), with: verb.name)
    switch verb.name {
    case "start": return .start(try start(members))
    case "answer":
      return .answer(
        answer(members["answer"] ?? .null), presentation: try members.integer("presentation"))
    case "fill":
      return .fill(
        try members.object("fill").mapValues(answer),
        presentation: try members.integer("presentation"))
    case "back":
      try members.expectTrue("back")
      return .back
    case "cancel":
      try members.expectTrue("cancel")
      return .cancel
    default:
      try members.expectTrue("journal")
      return .journal
    }
  }

  private static func start(_ members: Members) throws(RequestFault) -> Start {
    Start(
      flow: FlowID(try members.read("start", "a flow's id") { $0 } ?? ""),
      locale: try members.read("locale", "a locale such as en_GB") {
        $0.isEmpty || $0.contains(where: \.isWhitespace) ? nil : Locale(identifier: $0)
      },
      timeZone: try members.read("timeZone", "a time zone such as Europe/London") {
        TimeZone(identifier: $0)
      },
      now: try members.read("now", "a time such as 2026-11-20T12:00:00Z") { Date(timestamp: $0) },
      session: try members.read("session", "a UUID") { UUID(uuidString: $0) },
      given: members["given"] == nil
        ? []
        : try members.object("given").sorted { $0.key.rawValue < $1.key.rawValue }.map {
          path, json in
          GivenAnswer(
            path: path.rawValue.split(separator: "/").map { StepID(String($0)) },
            answer: answer(json))
        })
  }

  /// `{"text":"..."}` is an answer as a person typed it; anything else is one by a program.
  private static func answer(_ json: JSONValue) -> Answer {
    guard case .object(let members) = json, members.count == 1, let text = members["text"]?.string
    else { return .json(json) }
    return .text(text)
  }
}

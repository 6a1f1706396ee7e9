import Flowline
import FoundationEssentials
import Testing

@testable import FlowlineTerminal

/// Moments and events that a flow waits for, at a prompt and without one.
struct OutsideTests {
  /// Waits until noon on New Year's Day in the year 3000, or for an approval; and has a question before.
  private struct Later: Flow {
    let id: FlowID = "later"
    let isEvent: Bool
    var title: Text? = nil

    func run(_ context: FlowContext) async throws -> String {
      _ = try await context.run(TextScreen("name", "Name?"))
      if isEvent {
        return try await context.wait("approval", for: String.self, title: title)
      }
      let moment = try Date("3000-01-01T12:00:00Z", strategy: .iso8601)
      try await context.wait("day", until: moment, title: title)
      return "then"
    }

    init(isEvent: Bool, title: Text? = nil) {
      self.isEvent = isEvent
      self.title = title
    }
  }

  /// Waits once, and is then interrupted.
  private func source(_ pauses: Box) -> ScriptedSource {
    ScriptedSource([.line("Ada")]) { milliseconds in
      pauses.all.append(milliseconds)
      return .interrupted
    }
  }

  private final class Box {
    var all: [Int?] = []
  }

  @Test(
    arguments: [
      ("en", false, nil, "Waiting until 1 Jan 3000"), ("ru", false, nil, "Ожидание до 1 янв. 3000"),
      ("en", true, nil, "Waiting for “approval”."), ("ru", true, nil, "Ожидание: «approval»."),
      ("en", false, "Cooling-off time", "Cooling-off time: waiting until 1 Jan 3000"),
      ("en", true, "The manager's approval", "The manager's approval: waiting."),
    ] as [(String, Bool, String?, String)])
  func `a person is told what is waited for, and Ctrl-C leaves the flow as it is`(
    language: String, isEvent: Bool, title: String?, told: String
  ) throws {
    let stage = try Stage(language)
    let pauses = Box()
    let report = try stage.walk(
      Later(isEvent: isEvent, title: title.map { Text(verbatim: $0) }), from: source(pauses))
    #expect(stage.messages.contains { $0.contains(told) }, "\(stage.messages)")
    #expect(stage.messages.contains { $0.contains("Ctrl-C") })
    // Nothing is drawn over and over, so nobody looks now and then.
    #expect(pauses.all == [nil])
    guard case .interrupted = report.end else {
      Issue.record("it came to \(report.end)")
      return
    }
  }

  @Test(arguments: [false, true])
  func `without a person nobody waits, and the report says for what`(isEvent: Bool) throws {
    let stage = try Stage()
    let pauses = Box()
    let report = try stage.walk(
      Later(isEvent: isEvent), from: source(pauses),
      mode: WalkMode(isAttended: false, showsPrompts: false), answers: [("name", "Ada")])
    guard case .waiting = report.end else {
      Issue.record("it came to \(report.end)")
      return
    }
    #expect(report.waits.map(\.id) == [isEvent ? "approval" : "day"])
    #expect(report.waits.map { $0.until != nil } == [!isEvent])
    #expect(pauses.all.isEmpty)
  }

  @Test func `a moment is waited for without a person if the caller says so`() throws {
    for isEvent in [false, true] {
      let stage = try Stage()
      let pauses = Box()
      var mode = WalkMode(isAttended: false, showsPrompts: false)
      mode.waits = true
      _ = try stage.walk(
        Later(isEvent: isEvent), from: source(pauses), mode: mode, answers: [("name", "Ada")])
      #expect(pauses.all == (isEvent ? [] : [nil]))
    }
  }
}

import Testing

@testable import Flowline

/// Children at once in a replay: each takes what is recorded for it when that is next.
struct SchedulingTests {
  private let children = [
    Engine.Child(id: "x", version: 1, title: ""), Engine.Child(id: "y", version: 1, title: ""),
  ]

  /// A session that runs two children at once over a journal.
  private func forked(_ lines: String) throws -> (BareSession, [FrameID]) {
    let journal = try Script(parsing: "flow root 1\n\(lines)\n").journal(or: .test)
    var session = BareSession(replaying: ReplayCursor(journal.entries, lines: journal.lines))
    session.start()
    guard case .run(let entered) = session.engine.forked(children, by: session.root) else {
      throw FlowMisuse.noChildren
    }
    return (session, entered.map(\.frame))
  }

  @Test func `none of them runs if a newer version recorded one`() throws {
    let lines = "at x\nenter x\nanswer q 1\nat y\nenter y 2\nanswer q 2"
    let journal = try Script(parsing: "flow root 1\n\(lines)\n").journal(or: .test)
    var session = BareSession(replaying: ReplayCursor(journal.entries, lines: journal.lines))
    session.start()
    let forking = session.engine.forked(children, by: session.root)
    #expect(forking == .denied(.leave(.terminated)))
    #expect(session.engine.newerFlow == Engine.NewerFlow(id: "y", recorded: 2, known: 1))
    #expect(session.engine.isUnloading && !session.engine.tree.isForked)
  }

  @Test func `of two that wait, the one whose answer is next has the turn`() throws {
    var (session, frames) = try forked("at y\nanswer q 2\nat x\nanswer q 1")
    let screens = frames.map { session.enter("q", in: $0) }
    let asked = screens.map { session.engine.asked(in: $0, .number, isSensitive: false) }
    guard case .put(.wait(let first)) = asked[0], case .put(.wait(let second)) = asked[1] else {
      return #expect(Bool(false), "\(asked)")
    }
    #expect(session.engine.takeDueWhenIdle() == .takeTurn(second))
    guard
      case .recorded(let entry) = session.engine.asked(
        in: screens[1], .number, isSensitive: false)
    else { return #expect(Bool(false), "nothing is recorded") }
    #expect(entry.payload == .json(2))
    session.engine.recordedAnswerStands(
      entry, in: screens[1].branch, .number, isSkippedByBack: false)
    session.engine.leftScreen(screens[1])
    #expect(session.engine.takeDueWhenIdle() == .takeTurn(first))
  }

  @Test func `nobody wants what is next: the flow has changed, and the rest become drafts`() throws
  {
    var (session, frames) = try forked("at y\nanswer gone 2")
    let screen = session.enter("q", in: frames[0])
    guard case .put(.wait(let wait)) = session.engine.asked(in: screen, .number, isSensitive: false)
    else {
      return #expect(Bool(false), "it does not wait")
    }
    #expect(session.engine.takeDueWhenIdle() == .takeTurn(wait))
    #expect(session.engine.divergence?.recorded == "answer gone")
    #expect(session.engine.setAside.drafts.count == 1)
  }

  @Test func `replies of children at once wait until nothing else can run, first in first out`()
    throws
  {
    var session = BareSession()
    session.start()
    guard case .run(let entered) = session.engine.forked(children, by: session.root) else {
      return #expect(Bool(false), "no children")
    }
    let effects = try entered.map { entered in
      let load = session.load("rate", in: entered.frame)
      return try #require(load)
    }
    for (value, effect) in effects.enumerated().reversed() {
      #expect(session.engine.arrived(effect, .value(.json(.integer(Int64(value))))) == .taken)
    }
    #expect(!session.engine.journal.entries.contains { $0.verb == .load })
    #expect(session.engine.takeDueWhenIdle() == .wake(effects[1].wait))
    #expect(session.engine.takeDueWhenIdle() == .wake(effects[0].wait))
    #expect(
      session.engine.journal.entries.filter { $0.verb == .load }.map(\.payload)
        == [.json(1), .json(0)])
  }

  @Test func `a script says when replies come: they are handed out`() throws {
    var session = BareSession()
    session.engine.scheduling.isOrdered = true
    session.start()
    guard case .run(let entered) = session.engine.forked(children, by: session.root) else {
      return #expect(Bool(false), "no children")
    }
    let begun = session.load("rate", in: entered[0].frame)
    let load = try #require(begun)
    #expect(session.engine.isWorking(on: "rate"))
    #expect(session.engine.handOutReply(of: "rate", in: ["x"]) == nil)
    session.engine.arrived(load, .value(.json(7)))
    #expect(session.engine.takeDueWhenIdle() == .nothing)
    #expect(session.engine.handOutReply(of: "rate", in: ["x"]) == .wake(load.wait))
  }
}

import Testing

@testable import Flowline

/// The engine by itself: what each event may do in each state.
struct EngineTests {
  @Test func `before anything was started, nothing may happen`() {
    var engine = Engine(head: BareSession.head)
    #expect(engine.phase == .idle)
    #expect(engine.asker(of: nil) == .failure(.notRunning))
    #expect(engine.cancelled(in: .trunk, .user) == .refused(.notRunning))
    #expect(engine.gone(nil) == .refused(.notRunning))
    #expect(engine.ended(number: 1, .user) == .refused(.notRunning))
    #expect(engine.terminated(.terminated) == .refused(.notRunning))
    #expect(engine.unloaded() == .refused(.notRunning))
    #expect(engine.wentBack() == .refused(.notRunning))
    #expect(engine.gave([]) == .notRunning)
    #expect(engine.stopping == .refused(.notRunning))
    #expect(engine.takeDue() == .nothing)
  }

  @Test func `a screen is asked, refused, answered and left`() throws {
    var session = BareSession()
    session.start()
    let waits = session.ask("a", in: session.root)
    let wait = try #require(waits)
    #expect(session.engine.presentationAsked == 0)
    let refused = Engine.Reading(typed: "x", refusal: .notANumber)
    #expect(session.engine.answered(wait, refused, .plain) == .refused)
    #expect(session.engine.presentationAsked == 0)
    session.answer(5)
    #expect(session.engine.presentationAsked == nil)
    #expect(session.engine.journal.entries.map(\.verb) == [.refuse, .answer])
    let end = session.engine.left(session.root, .finished(.json(5)))
    #expect(end?.presentations == [0..<1])
    #expect(end?.verdict == .asReturned)
    session.run()
    #expect(session.dues.last == .end)
    #expect(session.engine.phase == .ended)
    #expect(session.engine.left(session.root, .finished(.json(6))) == nil, "rule 1: one outcome")
  }

  @Test func `an answer to a question that waits no more is stale`() throws {
    var session = BareSession()
    session.start()
    let waits = session.ask("a", in: session.root)
    let wait = try #require(waits)
    session.answer(5)
    let before = session.engine
    let reading = Engine.Reading(recorded: 6, typed: 6)
    #expect(session.engine.answered(wait, reading, .plain) == .denied(.stale))
    #expect(session.engine == before)
  }

  @Test func `a flow that is being left may do nothing, and is held if it does not stop`() {
    var session = BareSession()
    session.start()
    let child = session.enter("child", in: session.root)
    #expect(session.engine.cancelled(in: .trunk, .user) == .unwind)
    for _ in 0..<Engine.callsAllowedAfterEnd {
      #expect(session.engine.denial(for: child) == .leave(.user))
    }
    #expect(session.engine.denial(for: child) == .hold)
    #expect(session.engine.denial(for: child) == .hold)
    #expect(session.engine.diagnostics.map(\.code) == [.ignoredEnd])
  }

  /// A session whose root is about to run what version 2 of a flow recorded.
  private func recordedByNewer() throws -> BareSession {
    let journal = try Script(parsing: "flow root 1\nenter x 2\nanswer x 1\n").journal(or: .test)
    var session = BareSession(replaying: ReplayCursor(journal.entries, lines: journal.lines))
    session.engine.keeping.isOn = true
    session.engine.keeping.rebuilds()
    session.start()
    return session
  }

  @Test func `a flow that a newer version recorded does not run, and all is left as it is`() throws
  {
    var session = try recordedByNewer()
    let denied = session.engine.entered("x", version: 1, title: "", in: session.root)
    #expect(denied == .denied(.leave(.terminated)))
    #expect(session.engine.newerFlow == Engine.NewerFlow(id: "x", recorded: 2, known: 1))
    #expect(session.engine.isUnloading && !session.engine.isToBeWritten)
    let leaving = session.leave(session.root, .cancelled(.terminated))
    #expect(leaving?.isNews == false)
    session.run()
    #expect(!session.dues.contains(.write))
    #expect(session.engine.phase == .ended && session.engine.journal.entries.isEmpty)
    session.engine.startAnew(head: BareSession.head)
    #expect(session.engine.newerFlow == nil)
  }

  @Test func `a screen has no version to be newer than`() throws {
    var session = try recordedByNewer()
    let entering = session.engine.entered("x", version: nil, title: "", in: session.root)
    guard case .run(let entered) = entering else {
      return #expect(Bool(false), "\(entering)")
    }
    #expect(entered.olderVersion == nil && session.engine.newerFlow == nil)
  }

  @Test func `a flow may not act while its child runs, nor while it waits`() {
    var session = BareSession()
    session.start()
    let child = session.enter("child", in: session.root)
    #expect(session.engine.denial(for: session.root) == .notInnermost)
    let screen = session.enter("a", in: child)
    _ = session.engine.asked(in: screen, .number, isSensitive: false)
    #expect(session.engine.denial(for: screen) == .notInnermost)
    #expect(
      session.engine.loadBegan("rate", in: screen, isWhole: false) == .denied(.notInnermost))
    #expect(
      session.engine.diagnostics.map(\.code) == [.notInnermost, .notInnermost, .notInnermost])
  }

  @Test func `a commit under way can be neither left nor gone back from, only terminated`() throws {
    var session = BareSession()
    session.start()
    let begun = session.commit("pay", in: session.root)
    let effect = try #require(begun)
    #expect(session.engine.cancelled(in: .trunk, .user) == .refused(.committing))
    #expect(session.engine.gone(nil) == .refused(.committing))
    #expect(session.engine.wentBack() == .refused(.committing))
    #expect(session.engine.terminated(.terminated) == .unwind)
    #expect(session.engine.arrived(effect, .value(.none)) == .late)
    #expect(session.engine.diagnostics.map(\.code) == [.lateReply])
  }

  @Test func `rule 8: a reply of a load that was gone back from reaches nobody, and is noted`()
    throws
  {
    var session = BareSession()
    session.start()
    session.ask("a", in: session.root)
    session.answer(1)
    let begun = session.load("rate", in: session.root)
    let load = try #require(begun)
    #expect(session.engine.wentBack() == .rewound)
    session.run()
    session.ask("a", in: session.root)
    let entries = session.engine.journal.entries
    #expect(session.engine.arrived(load, .value(.json(7))) == .late)
    #expect(session.engine.journal.entries == entries)
    #expect(session.engine.diagnostics.map(\.code) == [.lateReply])
  }

  @Test func `keys follow from the session and the commit, and never from anything else`() {
    func keys(_ session: Int) -> [String] {
      (0..<3).map {
        IdempotencyKey(session: .init(seed: .nilUUID, "test", session), commit: $0).description
      }
    }
    #expect(keys(1) == keys(1))
    #expect(Set(keys(1) + keys(2)).count == 6)
    for key in keys(1) {
      #expect(
        key.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
          != nil)
    }
  }

  @Test func `a second session counts on, so that nothing of the first is taken for its own`()
    throws
  {
    var first = BareSession()
    first.start()
    let asked = first.ask("a", in: first.root)
    let wait = try #require(asked)
    first.leave(first.root, .finished(.none))
    first.run()
    var second = first.engine
    second.startAnew(head: BareSession.head, replaying: ReplayCursor(), replies: nil)
    second.starting()
    _ = second.takeDue()
    let root = second.rerun(title: "root", steps: nil)
    #expect(root.number > wait.number)
    #expect(second.answered(wait, .init(recorded: 1), .plain) == .denied(.stale))
    #expect(second.asker(of: 0) == .failure(.nothingAsked))
  }

  @Test func `copies of an engine go their own ways`() {
    var one = BareSession()
    one.start()
    one.ask("a", in: one.root)
    var other = one
    #expect(one.engine == other.engine)
    #expect(one.engine.hashValue == other.engine.hashValue)
    other.answer(1)
    #expect(one.engine != other.engine)
    #expect(one.engine.journal.entries.isEmpty)
    one.answer(1)
    #expect(one.engine == other.engine)
  }

  @Test func `rule 5: unloading leaves no line, also of a flow that was about to end`() throws {
    var session = BareSession()
    session.start()
    let children = [
      Engine.Child(id: "a", version: 1, title: ""), .init(id: "b", version: 1, title: ""),
    ]
    guard case .run(let entered) = session.engine.forked(children, by: session.root) else {
      Issue.record("no children")
      return
    }
    let begun = session.commit("pay", in: entered[0].frame)
    let commit = try #require(begun)
    session.leave(entered[1].frame, .finished(.json(1)))
    session.engine.superseded(by: session.root)
    session.engine.arrived(commit, .threw(message: "no line"))
    _ = session.engine.takeDueWhenIdle()
    let text = session.engine.journal.text
    #expect(session.engine.unloaded() == .unwind)
    session.run()
    session.leave(entered[0].frame, .cancelled(.superseded))
    session.leave(session.root, .cancelled(.superseded))
    #expect(session.engine.journal.text == text)
  }
}

import Testing

@testable import Flowline

/// What waits for the store, in the engine: rule 13.
struct EngineKeepingTests {
  private let fault = StoreFailure(.noSpace, at: "memory", "told to fail")

  /// A kept session whose first question was answered.
  private func answered() throws -> BareSession {
    var session = BareSession()
    session.engine.keeping.isOn = true
    session.start()
    session.ask("a", in: session.root)
    session.answer(1)
    return session
  }

  @Test func `a session that is not kept writes nothing`() throws {
    var session = BareSession()
    session.start()
    session.ask("a", in: session.root)
    session.answer(1)
    #expect(session.engine.takeDue() == .nothing)
    #expect(!session.engine.isHeldBack)
  }

  @Test func `an answer must be durable before the next question is shown`() throws {
    var session = try answered()
    session.ask("b", in: session.root)
    #expect(session.engine.isHeldBack)
    #expect(session.engine.presentationAsked == nil)
    #expect(session.engine.asker(of: nil) == .failure(.notKept))
    #expect(session.engine.backRefusal == .notKept)
    #expect(session.engine.takeDue() == .write)
    #expect(session.engine.handedToStore() == true)
    #expect(session.engine.takeDue() == .nothing, "it is handed once")
    session.engine.kept()
    #expect(session.engine.presentationAsked == 1)
    #expect(session.engine.backRefusal == nil)
  }

  @Test func `a question alone is written and waited for by nobody`() {
    var session = BareSession()
    session.engine.keeping.isOn = true
    session.start()
    session.ask("a", in: session.root)
    #expect(!session.engine.isHeldBack)
    #expect(session.engine.presentationAsked == 0)
    #expect(session.engine.takeDue() == .write)
    #expect(session.engine.handedToStore() == false, "it need not be durable")
    session.engine.kept()
    #expect(session.engine.takeDue() == .nothing)
  }

  @Test func `a session that others may look for is in the store before its first line`() throws {
    var session = BareSession()
    session.engine.keeping.isOn = true
    session.engine.keeping.begin()
    session.engine.starting()
    #expect(!session.engine.isToBeWritten, "its first question may come with it")
    #expect(session.engine.takeDue() == .begin(isNews: true))
    _ = session.engine.rerun(title: "root", steps: nil)
    #expect(session.engine.takeDue() == .write)
    #expect(session.engine.handedToStore() == true)
    #expect(session.engine.isHeldBack)
    session.engine.notKept(fault)
    session.engine.keeping.again()
    #expect(session.engine.takeDue() == .write)
    _ = session.engine.handedToStore()
    session.engine.kept()
    #expect(!session.engine.isHeldBack && session.engine.takeDue() == .nothing)
  }

  @Test func `what comes while the store works is handed to it next`() throws {
    var session = try answered()
    #expect(session.engine.takeDue() == .write)
    _ = session.engine.handedToStore()
    session.ask("b", in: session.root)
    #expect(session.engine.takeDue() == .nothing)
    session.engine.kept()
    #expect(session.engine.takeDue() == .write, "the question is news")
    _ = session.engine.handedToStore()
    session.engine.kept()
    #expect(session.engine.takeDue() == .nothing)
  }

  @Test func `what was not kept holds the session until it is tried again`() throws {
    var session = try answered()
    session.ask("b", in: session.root)
    _ = session.engine.handedToStore()
    session.engine.notKept(fault)
    #expect(session.engine.keeping.fault == fault)
    #expect(session.engine.presentationAsked == session.engine.keeping.faultPresentation)
    #expect(session.engine.faultChoices == [.again, .later])
    #expect(session.engine.asker(of: nil) == .failure(.notKept))
    #expect(session.engine.takeDue() == .nothing)
    session.engine.keeping.again()
    #expect(session.engine.takeDue() == .write)
    _ = session.engine.handedToStore()
    session.engine.kept()
    #expect(session.engine.keeping.fault == nil)
    #expect(session.engine.presentationAsked == 1)
  }

  @Test func `a session that went back is written anew`() throws {
    var session = try answered()
    session.ask("b", in: session.root)
    session.run()
    #expect(session.engine.wentBack() == .rewound)
    session.run()
    session.ask("a", in: session.root)
    #expect(session.engine.takeDue() == .write)
  }

  @Test func `rule 13: a step back is durable before the flows it leaves are told`() throws {
    var session = try answered()
    session.run()
    let child = session.enter("child", in: session.root)
    session.ask("b", in: child)
    session.run()
    #expect(session.engine.wentBack() == .rewound)
    #expect(session.engine.takeDue() == .write)
    #expect(session.engine.told.entries.last?.verb == .back)
    _ = session.engine.handedToStore()
    #expect(session.engine.takeDue() == .nothing, "nothing is told before the store has it")
    #expect(session.engine.asker(of: nil) == .failure(.notKept))
    #expect(session.engine.backRefusal == .notKept)
    session.engine.kept()
    guard case .tellLeftBehind(let left) = session.engine.takeDue() else {
      return #expect(Bool(false), "the child's handler is told")
    }
    #expect(left.frames.contains(child))
  }

  @Test func `a store that is busy is handed nothing more, also if the session goes back`() throws {
    var session = try answered()
    session.run()
    session.ask("b", in: session.root)
    #expect(session.engine.takeDue() == .write)
    _ = session.engine.handedToStore()
    #expect(session.engine.wentBack() == .rewound)
    #expect(!session.engine.isToBeWritten)
    session.engine.kept()
    #expect(session.engine.takeDue() == .write, "the step back comes next")
    _ = session.engine.handedToStore()
    session.engine.kept()
    session.run()
    session.ask("a", in: session.root)
    #expect(session.engine.isToBeWritten)
  }

  @Test func `what a rebuilding has not come to is not written over`() throws {
    let journal = try answered().engine.told
    var session = BareSession(replaying: ReplayCursor(journal.entries))
    session.engine.keeping.isOn = true
    session.engine.starting()
    #expect(!session.engine.isToBeWritten)
    #expect(session.engine.takeDue() == .begin(isNews: true))
  }

  @Test func `rule 24: a session that is rebuilt up to a secret asks for it`() throws {
    let journal = try Script(parsing: "flow root 1\nanswer a 1\nanswer pin {\"redacted\":true}\n")
      .journal(or: .test)
    var session = BareSession(replaying: ReplayCursor(journal.entries))
    session.engine.keeping.isOn = true
    session.start()
    session.recall("a", in: session.root)
    let screen = session.enter("pin", in: session.root)
    let asking = session.engine.asked(in: screen, .secret, isSensitive: true)
    guard case .put(.asked) = asking else { return #expect(Bool(false), "\(asking)") }
    #expect(session.engine.presentationAsked == 0)
    guard case .success = session.engine.asker(of: nil) else {
      return #expect(Bool(false), "no answer is taken")
    }
  }

  @Test func `rule 13: a child's end is durable before its handler is told`() throws {
    var session = try answered()
    session.run()
    let child = session.enter("child", in: session.root)
    let load = session.load("rate", in: child)
    session.engine.arrived(try #require(load), .value(.json(7)))
    session.run()
    session.leave(child, .finished(.json(7)))
    session.engine.mustLastBeforeTelling()
    #expect(session.engine.isHeldBack)
    session.run()
    #expect(!session.engine.isHeldBack)
  }

  @Test func `an unloaded session hands over what was accepted, and writes nothing more`() throws {
    var session = try answered()
    #expect(session.engine.isToBeWritten)
    var misfitting = session.engine
    _ = session.engine.unloaded()
    #expect(session.engine.isToBeWritten && session.engine.waitsForStore)
    let isDurable = session.engine.handedToStore()
    #expect(isDurable)
    #expect(!session.engine.isToBeWritten && !session.engine.waitsForStore)
    misfitting.leave(for: .newerFlow(Engine.NewerFlow(id: "root", recorded: 2, known: 1)))
    #expect(!misfitting.isToBeWritten && !misfitting.waitsForStore, "it is left as it is")
  }

  @Test(arguments: JournalEntry.Verb.allCases)
  func `an entry must last unless what it tells can be found out again`(verb: JournalEntry.Verb) {
    let entry = JournalEntry(verb, "a", in: .root)
    let canBeLost: Set<JournalEntry.Verb> = [
      .at, .load, .wait, .enter, .leave, .abandon, .show, .refuse,
    ]
    #expect(entry.mustLast == !canBeLost.contains(verb))
  }
}

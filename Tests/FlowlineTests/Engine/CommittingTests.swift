import FoundationEssentials
import Testing

@testable import Flowline

/// Writing to outside, once: every state of a commit, and every reply in it.
struct CommittingTests {
  private let of: JSONValue = ["sum": 1]

  /// A session that has answered one question and handed a commit to its owner.
  private func sent() throws -> (BareSession, Effect) {
    var session = BareSession()
    session.start()
    session.ask("a", in: session.root)
    session.answer(1)
    let effect = session.commit("pay", of: of, in: session.root)
    return (session, try #require(effect))
  }

  private func verbs(_ session: BareSession) -> [JournalEntry.Verb] {
    session.engine.journal.entries.map(\.verb)
  }

  private func held(_ session: BareSession) throws -> Hold {
    guard case .held(let hold) = session.engine.tree.trunk.state else {
      throw StoreFailure(.notFound, at: "test", "nothing is held")
    }
    return hold
  }

  // MARK: - Intended and sent

  @Test func `rule 13: an intent is durable before the commit is performed`() throws {
    var session = BareSession()
    session.engine.keeping.isOn = true
    session.start()
    let start = session.engine.commitBegan(.init(id: "pay", contents: of), in: session.root)
    guard case .perform(let effect) = start else { return #expect(Bool(false), "\(start)") }
    #expect(session.engine.tree.trunk.state == .committing(effect, .intended))
    #expect(session.engine.takeDue() == .write)
    #expect(session.engine.handedToStore() == true, "it must be durable")
    #expect(session.engine.takeDue() == .nothing)
    session.engine.kept()
    #expect(session.engine.takeDue() == .perform(effect))
    #expect(session.engine.tree.trunk.state == .committing(effect, .sent))
  }

  @Test func `a reply before the commit was sent is nobody's`() throws {
    var session = BareSession()
    session.start()
    let start = session.engine.commitBegan(.init(id: "pay", contents: of), in: session.root)
    guard case .perform(let effect) = start else { return #expect(Bool(false), "\(start)") }
    #expect(session.engine.arrived(effect, .value(.json(7))) == .late)
    #expect(verbs(session) == [.commit])
  }

  @Test func `rule 13: a reply is durable before the flow sees it`() throws {
    var (session, effect) = try sent()
    session.engine.keeping.isOn = true
    #expect(session.engine.arrived(effect, .value(.json(7))) == .taken)
    #expect(session.engine.tree.trunk.state == .committing(effect, .answered))
    #expect(verbs(session) == [.answer, .commit, .done])
    #expect(session.engine.takeDue() == .write)
    #expect(session.engine.handedToStore() == true)
    #expect(session.engine.takeDue() == .nothing)
    session.engine.kept()
    #expect(session.engine.takeDue() == .wake(effect.wait))
  }

  @Test(arguments: [EffectReply.value(.json(8)), .refused("no"), .threw(message: "x")])
  func `a second reply is nobody's, whatever it is`(reply: EffectReply) throws {
    var (session, effect) = try sent()
    session.engine.arrived(effect, .value(.json(7)))
    let entries = session.engine.journal.entries
    #expect(session.engine.arrived(effect, reply) == .late)
    #expect(session.engine.journal.entries == entries)
    session.run()
    #expect(session.engine.arrived(effect, reply) == .late)
    #expect(session.engine.journal.entries == entries)
  }

  @Test func `a refusal is recorded and reaches the body, in a replay as well`() throws {
    var (session, effect) = try sent()
    session.engine.arrived(effect, .refused("no funds"))
    #expect(session.engine.journal.entries.last?.text == #"fail pay {"refused":"no funds"}"#)
    session.run()
    #expect(session.dues.last == .wake(effect.wait))
    var again = try session.resumed()
    again.recall("a", in: again.root)
    let start = again.engine.commitBegan(.init(id: "pay", contents: of), in: again.root)
    #expect(start == .failed("pay", ["refused": "no funds"]))
  }

  // MARK: - Known here alone

  @Test func `what became of a commit is known here alone until the store has it`() throws {
    var (session, effect) = try sent()
    session.engine.keeping.isOn = true
    #expect(session.engine.hasUnsavedCommit, "its answer will come here")
    session.engine.arrived(effect, .value(.json(7)))
    #expect(session.engine.hasUnsavedCommit)
    _ = session.engine.handedToStore()
    #expect(session.engine.hasUnsavedCommit, "the store has not answered")
    session.engine.notKept(StoreFailure(.noSpace, at: "memory", "told to fail"))
    #expect(session.engine.hasUnsavedCommit)
    session.engine.keeping.again()
    _ = session.engine.handedToStore()
    session.engine.kept()
    #expect(!session.engine.hasUnsavedCommit)
    var again = try session.resumed()
    again.engine.keeping.isOn = true
    again.recall("a", in: again.root)
    _ = again.engine.commitBegan(.init(id: "pay", contents: of), in: again.root)
    again.engine.notKept(StoreFailure(.noSpace, at: "memory", "told to fail"))
    #expect(!again.engine.hasUnsavedCommit, "the store had it before")
  }

  @Test func `a commit that is held is known here alone until the store has that`() throws {
    var (session, effect) = try sent()
    session.engine.keeping.isOn = true
    session.engine.keeping.tellsHolds = true
    session.engine.arrived(effect, .doneUnrecordable(message: "no form"))
    #expect(session.engine.hasUnsavedCommit)
    _ = session.engine.handedToStore()
    #expect(session.engine.hasUnsavedCommit)
    session.engine.kept()
    #expect(!session.engine.hasUnsavedCommit)
  }

  // MARK: - Held

  @Test func `what is held is durable before it is asked about, and before it is sent again`()
    throws
  {
    var (session, effect) = try sent()
    session.engine.keeping.isOn = true
    session.engine.keeping.tellsHolds = true
    session.engine.arrived(effect, .threw(message: "no line"))
    #expect(session.engine.isHeldBack)
    #expect(session.engine.takeDue() == .write)
    #expect(session.engine.handedToStore() == true)
    session.engine.kept()
    #expect(!session.engine.isHeldBack)
    #expect(session.engine.answered(try held(session), .again) == .performed)
    #expect(session.engine.takeDue() == .write)
    #expect(session.engine.handedToStore() == true)
    #expect(session.engine.takeDue() == .nothing)
    session.engine.kept()
    var again = effect
    again.isRepeated = true
    #expect(session.engine.takeDue() == .perform(again))
  }

  @Test func `what threw is held in doubt, and nothing else may happen to it`() throws {
    var (session, effect) = try sent()
    session.engine.arrived(effect, .threw(message: "no line"))
    let hold = try held(session)
    #expect(hold.doubt == .inDoubt)
    #expect(hold.choices(canBeResumed: true) == [.again, .later, .giveUp])
    #expect(verbs(session) == [.answer, .commit], "no outcome is told")
    #expect(session.engine.answered(hold, .cancel) == .refused(.stale))
    #expect(session.engine.cancelled(in: .trunk, .user) == .refused(.committing))
    #expect(session.engine.wentBack() == .refused(.committing))
    #expect(session.engine.arrived(effect, .value(.json(7))) == .late)
  }

  @Test func `held and tried again, it is sent with the same key`() throws {
    var (session, effect) = try sent()
    session.engine.arrived(effect, .threw(message: "no line"))
    #expect(session.engine.answered(try held(session), .again) == .performed)
    guard case .perform(let again) = session.engine.takeDue() else {
      return #expect(Bool(false), "not performed")
    }
    #expect(again.key == effect.key)
    #expect(again.isRepeated)
    session.engine.arrived(again, .value(.json(7)))
    #expect(verbs(session) == [.answer, .commit, .done])
  }

  @Test func `given up, the session ends as failed with what is not known said`() throws {
    var (session, effect) = try sent()
    session.engine.arrived(effect, .threw(message: "no line"))
    #expect(session.engine.answered(try held(session), .giveUp) == .ended)
    session.run()
    #expect(session.dues.last == .unwind(effect.wait, .terminated))
    #expect(session.leave(session.root, .cancelled(.terminated))?.verdict == .sessionFailed)
    #expect(session.engine.journal.entries.last?.text == #"failed {"error":"no line"}"#)
    #expect(session.engine.journal.isEnded, "nobody sends it again")
  }

  @Test func `known to be done and given up, it leaves no doubt, and ends so when it is rebuilt`()
    throws
  {
    var (session, effect) = try sent()
    session.engine.arrived(effect, .doneUnrecordable(message: "no form"))
    let hold = try held(session)
    #expect(hold.choices(canBeResumed: true) == [.later, .giveUp])
    #expect(session.engine.answered(hold, .giveUp) == .ended)
    #expect(verbs(session) == [.answer, .commit, .fail])
    #expect(!session.engine.journal.hasWriteInDoubt)
    #expect(session.engine.journal.answersBeforeWrites == [1], "it was written")
    // It was cut off before the end was recorded.
    var again = try session.resumed()
    again.recall("a", in: again.root)
    let start = again.engine.commitBegan(.init(id: "pay", contents: of), in: again.root)
    #expect(start == .givenUp("pay", message: "no form"))
    again.engine.gaveUp("no form")
    again.run()
    #expect(again.leave(again.root, .cancelled(.terminated))?.verdict == .sessionFailed)
    #expect(verbs(again) == [.answer, .commit, .fail, .failed])
    #expect(again.engine.journal.entries.last?.text == #"failed {"error":"no form"}"#)
  }

  @Test func `left for later, it leaves no line and is repeated with its key when resumed`() throws
  {
    var (session, effect) = try sent()
    session.engine.arrived(effect, .threw(message: "no line"))
    let text = session.engine.journal.text
    #expect(session.engine.answered(try held(session), .later) == .unload)
    _ = session.engine.unloaded()
    session.run()
    session.leave(session.root, .cancelled(.terminated))
    #expect(session.engine.journal.text == text)
    var again = try session.resumed()
    again.recall("a", in: again.root)
    let effects = again.commit("pay", of: of, in: again.root)
    #expect(effects?.key == effect.key)
    #expect(effects?.isRepeated == true)
  }

  @Test func `what was not sent can be cancelled, and a replay does not send it`() throws {
    var (session, effect) = try sent()
    session.engine.arrived(effect, .notSent(message: "no line"))
    let hold = try held(session)
    #expect(hold.choices(canBeResumed: true) == [.again, .later, .cancel])
    #expect(session.engine.answered(hold, .giveUp) == .refused(.stale))
    #expect(session.engine.answered(hold, .cancel) == .ended)
    session.run()
    var again = try session.resumed()
    again.recall("a", in: again.root)
    let start = again.engine.commitBegan(.init(id: "pay", contents: of), in: again.root)
    #expect(start == .denied(.leave(.user)), "rule 14: nothing is sent that was given up")
    #expect(again.engine.divergence == nil)
    #expect(again.engine.journal.text == session.engine.journal.text)
  }

  @Test func `cut off with a secret in it, it is held and never repeated with another`() throws {
    var session = BareSession()
    session.start()
    let secret: JSONValue = ["pin": .redactionMark]
    _ = session.commit("pay", of: secret, in: session.root)
    var again = try session.resumed()
    let start = again.engine.commitBegan(.init(id: "pay", contents: secret), in: again.root)
    guard case .perform = start else { return #expect(Bool(false), "\(start)") }
    let hold = try held(again)
    #expect(hold.doubt == .inDoubtWithSecret)
    #expect(hold.choices(canBeResumed: true) == [.later, .giveUp])
    #expect(again.engine.answered(hold, .again) == .refused(.stale))
    again.run()
    #expect(!again.dues.contains { if case .perform = $0 { true } else { false } })
  }

  // MARK: - Keys

  @Test func `a key never bears two contents`() throws {
    let (session, _) = try sent()
    var again = try session.resumed()
    again.recall("a", in: again.root)
    let start = again.engine.commitBegan(.init(id: "pay", contents: ["sum": 2]), in: again.root)
    guard case .differs(let differs) = start else { return #expect(Bool(false), "\(start)") }
    #expect(differs.recorded == ["sum": 1])
    #expect(differs.wanted == ["sum": 2])
  }

  @Test func `two commits never share a key, also if a new version writes before a recorded one`()
    throws
  {
    var (session, effect) = try sent()
    session.engine.arrived(effect, .value(.json(7)))
    session.run()
    var again = try session.resumed()
    again.recall("a", in: again.root)
    let inserted = again.commit("fee", of: of, in: again.root)
    let fee = try #require(inserted)
    again.engine.arrived(fee, .value(.json(1)))
    again.run()
    // Its reply is kept for it, with its key.
    let start = again.engine.commitBegan(.init(id: "pay", contents: of), in: again.root)
    guard case .reply(let reply) = start else { return #expect(Bool(false), "\(start)") }
    #expect(reply.entry.id == "pay" && reply.entry.payload == .json(7))
    #expect(again.engine.replyStands(reply, in: .trunk) == nil)
    let third = again.commit("tip", of: of, in: again.root)
    let keys = again.engine.journal.entries.filter { !$0.isUndone }.compactMap(\.keyOfCommit)
    #expect(keys.count == 3)
    #expect(Set(keys).count == 3)
    #expect(keys.contains(try #require(effect.key)))
    #expect(third?.key == keys.last)
  }

  @Test func `the author's key is the commit's, and recorded`() throws {
    var session = BareSession()
    session.start()
    let key = IdempotencyKey(session: .nilUUID, commit: 1234)
    let start = session.engine.commitBegan(
      .init(id: "pay", contents: of, key: key), in: session.root)
    guard case .perform(let effect) = start else { return #expect(Bool(false), "\(start)") }
    #expect(effect.key == key)
    #expect(session.engine.journal.entries.last?.keyOfCommit == key)
  }
}

/// Keys that authors make from what they write.
struct NamedKeyTests {
  @Test func `a name makes the same key everywhere`() {
    let key = IdempotencyKey(of: "payment of invoice 4711")
    // The first sixteen bytes of `printf 'payment of invoice 4711' | sha256sum`, with the six bits of a
    // version 4 UUID.
    #expect(key.description == "0f382811-f466-41be-ae60-4448989effd0")
    #expect(IdempotencyKey(key.description) == key)
    #expect(key != IdempotencyKey(of: "payment of invoice 4712"))
    #expect(IdempotencyKey(of: "").uuid.uuid.6 >> 4 == 4)
  }
}

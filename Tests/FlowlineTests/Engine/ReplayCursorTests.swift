import Testing

@testable import Flowline

/// What is taken from a journal that is replayed, and what is left of it.
struct ReplayCursorTests {
  private func cursor(_ lines: String) throws -> ReplayCursor {
    let journal = try Script(parsing: "flow root 1\n\(lines)\n").journal(or: .test)
    return ReplayCursor(journal.entries, lines: journal.lines)
  }

  @Test func `entries are matched by step and flow, the first that was not taken`() throws {
    var replay = try cursor("answer a 1\nanswer a 2\nanswer b 3")
    let first = replay.take(.answer, for: "a", in: .root)
    #expect(first?.payload == .json(1))
    let second = replay.take(.answer, for: "a", in: .root)
    #expect(second?.payload == .json(2))
    let third = replay.take(.answer, for: "a", in: .root)
    #expect(third == nil)
    #expect(replay.inputsLeft == 1)
  }

  @Test func `their order counts for nothing`() throws {
    var replay = try cursor("answer a 1\nanswer b 2\nload rate 7\nanswer c 3")
    for (id, value) in [("c", 3), ("a", 1), ("b", 2)] as [(StepID, JSONValue)] {
      let taken = replay.take(.answer, for: id, in: .root)
      #expect(taken?.payload == .json(value))
    }
    let load = replay.take(.load, or: .fail, for: "rate", in: .root)
    #expect(load?.payload == .json(7))
    #expect(replay.inputsLeft == 0)
    _ = replay.passed()
    #expect(replay.isAtEnd)
  }

  @Test func `a flow has starts of children as long as one of them was not taken`() throws {
    var replay = try cursor("enter x\nenter z\nleave z 1\nleave x 1\nenter y\nleave y 2")
    var found = [replay.hasStart(in: .root), replay.hasStart(in: .unknown)]
    #expect(found == [true, false])
    let child = replay.takeEntering("x", in: .root)?.ref ?? .unknown
    found = [replay.hasStart(in: .root), replay.hasStart(in: child)]
    #expect(found == [true, true])
    _ = replay.takeEntering("y", in: .root)
    found = [replay.hasStart(in: .root), replay.hasStart(in: child)]
    #expect(found == [false, true])
    _ = replay.takeEntering("z", in: child)
    found = [replay.hasStart(in: child)]
    #expect(found == [false])
  }

  @Test func `an entry of another flow is not taken, unless the script tells no flows`() throws {
    var told = try cursor("enter x\nanswer a 1\nleave x 1")
    let ofRoot = told.take(.answer, for: "a", in: .root)
    #expect(ofRoot == nil)
    let entering = told.takeEntering("x", in: .root)
    let ofChild = told.take(.answer, for: "a", in: entering?.ref ?? .unknown)
    #expect(ofChild?.payload == .json(1))
    var untold = try cursor("answer a 1")
    let ofAny = untold.take(.answer, for: "a", in: .entered(at: 5))
    #expect(ofAny?.payload == .json(1))
  }

  @Test func `a reply is the load's or its failure's, whichever comes first`() throws {
    var replay = try cursor("fail rate {\"error\":\"x\"}\nload rate 7")
    let first = replay.take(.load, or: .fail, for: "rate", in: .root)
    #expect(first?.verb == .fail)
    let second = replay.take(.load, or: .fail, for: "rate", in: .root)
    #expect(second?.verb == .load)
  }

  @Test func `starts of children at once are taken in one go, each with its version`() throws {
    var replay = try cursor("at x\nenter x 3\nat y\nenter y\nabandon y \"declined\"\nenter z")
    let found = replay.takeEnterings(of: ["x", "y", "z"], in: .root, below: [])
    #expect(found["x"]?.version == 3)
    #expect(found["y"]?.version == 1)
    #expect(found["z"] == nil, "it was run alone")
  }

  @Test func `a flow that starts when one of its name is left is not taken for a screen`() throws {
    var replay = try cursor("cancel x user\nenter x 3")
    let entering = replay.takeEntering("x", in: .root)
    #expect(entering?.version == 3)
  }

  @Test func `what only tells what was tried is carried over in its place`() throws {
    var replay = try cursor("refuse a \"x\" not-a-number\nanswer a 1\nlanguage ru\nanswer b 2")
    let first = replay.passed()
    #expect(first.map(\.verb) == [.refuse])
    _ = replay.take(.answer, for: "a", in: .root)
    let second = replay.passed()
    #expect(second.map(\.verb) == [.language])
    #expect(!replay.isAtEnd)
  }

  @Test func `what is left are the answers, and the writes with their replies`() throws {
    var replay = try cursor("answer a 1\ncommit pay \"k\"\ndone pay 7\nanswer b 2")
    _ = replay.take(.answer, for: "b", in: .root)
    let left = replay.left
    #expect(left.answers.map(\.path) == [["a"]])
    #expect(left.commits.map(\.path) == [["pay"]])
    #expect(left.commits.first?.reply?.payload == .json(7))
    #expect(replay.commitsLeft == 1)
  }

  @Test func `effects that are to be done again are left out`() throws {
    var replay = try cursor("answer a 1\nload rate 7\ncommit pay \"k\"\ndone pay 7")
    #expect(replay.hasEffects)
    replay.leaveOutEffects()
    #expect(!replay.hasEffects)
    #expect(replay.inputsLeft == 1)
    #expect(replay.commitsLeft == 0)
    let load = replay.take(.load, for: "rate", in: .root)
    #expect(load == nil)
  }

  @Test func `a flow's record is as old as its version says, unless a migration renamed the flow`()
    throws
  {
    let lines = "enter x 3\nanswer a 1\nleave x 1"
    var replay = try cursor(lines)
    let entering = replay.takeEntering("x", in: .root)
    let ages = [2, 3, 4].compactMap { entering?.age(for: $0) }
    #expect(ages == [.newer(3), .same, .older(3)])
    var migrated = try cursor(lines)
    migrated.migrate([Migration(from: 1, .rename("x", to: "y"))], of: .root, from: 1)
    let renamed = migrated.takeEntering("y", in: .root)
    let agesOfRenamed = [2, 3, 4].compactMap { renamed?.age(for: $0) }
    #expect(agesOfRenamed == [.same, .same, .older(3)])
  }

  // MARK: - Migrations

  @Test func `a renamed step is found under its new name`() throws {
    var replay = try cursor("answer a 1")
    replay.migrate([Migration(from: 1, .rename("a", to: "b"))], of: .root, from: 1)
    let old = replay.take(.answer, for: "a", in: .root)
    #expect(old == nil)
    let new = replay.take(.answer, for: "b", in: .root)
    #expect(new?.payload == .json(1))
  }

  @Test func `a changed answer is read as the new version would have recorded it, or dropped`()
    throws
  {
    var replay = try cursor("answer a 1\nanswer b 2")
    let migration = Migration(
      from: 1, .change("a") { _ in 10 }, .change("b") { _ in nil })
    replay.migrate([migration], of: .root, from: 1)
    let changed = replay.take(.answer, for: "a", in: .root)
    #expect(changed?.payload == .json(10))
    #expect(replay.isDropped == [1])
    #expect(replay.inputsLeft == 0)
  }

  @Test func `a new question is answered while the journal goes on behind it`() throws {
    var replay = try cursor("answer a 1")
    replay.migrate([Migration(from: 1, .insert("new", answer: 5))], of: .root, from: 1)
    #expect(replay.hasInserted("new", in: .root))
    let answer = replay.takeInserted("new", in: .root)
    #expect(answer == 5)
    let again = replay.takeInserted("new", in: .root)
    #expect(again == nil, "once")
    var ended = try cursor("answer a 1")
    ended.migrate([Migration(from: 1, .insert("new", answer: 5))], of: .root, from: 1)
    _ = ended.take(.answer, for: "a", in: .root)
    let late = ended.takeInserted("new", in: .root)
    #expect(late == nil, "nothing is behind it")
  }

  @Test func `what is gone is dropped, but never what was written`() throws {
    var replay = try cursor("answer a 1\ncommit a \"k\"\ndone a 7")
    replay.migrate([Migration(from: 1, .remove("a"))], of: .root, from: 1)
    #expect(replay.isDropped == [0])
    let commit = replay.take(.commit, for: "a", in: .root)
    #expect(commit != nil)
  }

  @Test func `migrations are applied from the recorded version on, in order`() throws {
    var replay = try cursor("answer a 1")
    let migrations = [
      Migration(from: 3, .rename("c", to: "d")), Migration(from: 1, .rename("a", to: "x")),
      Migration(from: 2, .rename("a", to: "c")),
    ]
    replay.migrate(migrations, of: .root, from: 2)
    let taken = replay.take(.answer, for: "d", in: .root)
    #expect(taken?.payload == .json(1))
  }
}

import TestSupport
import Testing

@testable import Flowline

/// What going back undoes is said once: for live sessions, for scripts that are read, for drafts.
struct UndoingTests {
  private func answer(_ id: StepID, _ value: JSONValue) -> JournalEntry {
    JournalEntry(.answer, id, in: .root, .json(value))
  }

  @Test func `all from the answer on is undone, but the languages that were chosen`() {
    var entries = [
      answer("a", 1), answer("b", 2), JournalEntry(.language, "", in: .unknown, .json("ru")),
      JournalEntry(.load, "rate", in: .root, .json(7)), answer("c", 3),
    ]
    let undone = entries.undo(from: 1)
    #expect(undone.map(\.id) == ["b", "c"])
    #expect(entries.map(\.isUndone) == [false, true, false, true, true])
    #expect(entries.undo(from: 1).isEmpty, "nothing is undone twice")
  }

  @Test func `a place is counted from the last answer of its step that stands`() {
    var entries = [answer("a", 1), answer("b", 2), answer("a", 3), answer("a", 4)]
    #expect(entries.place(of: 0) == 3)
    #expect(entries.place(of: 3) == 1)
    _ = entries.undo(from: 3)
    #expect(entries.place(of: 0) == 2)
  }

  @Test func `a back and its place name the same answer, whichever it is`() {
    let entries = [answer("a", 1), answer("b", 2), answer("a", 3), answer("b", 4), answer("a", 5)]
    for target in entries.indices {
      var standing = StandingAnswers()
      for index in entries.indices { standing.add(index) }
      let place = entries.place(of: target)
      let back = JournalEntry(
        .jump, entries[target].id, in: .root, place == 1 ? .none : .json(.integer(Int64(place))))
      #expect(standing.undo(back, in: entries) == Array(target..<entries.count))
    }
  }

  @Test func `behind children at once, what follows a back is read in the flow that it was in`()
    throws
  {
    let text = """
      flow root 1
      at x
      enter x
      leave x 1
      enter y
      answer a 1
      answer b 2
      back b
      answer b 3

      """
    let journal = try Script(parsing: text).journal(or: .test)
    #expect(
      journal.answers.map(\.path)
        == [StepPath(["root", "y", "a"]), StepPath(["root", "y", "b"])])
  }

  @Test func `live, read again and as drafts, the same is undone`() throws {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<200 {
      var session = PlannedSession([
        .ask("a"), .run("child", .ask("b"), .ask("a")), .ask("c"), .ask("d"),
      ])
      session.start()
      for _ in 0..<12 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: session.take(.back)
        case 1: session.take(.jump(Int.random(in: 0..<4, using: &random)))
        default: session.take(.answer(Int.random(in: 0..<9, using: &random)))
        }
      }
      let live = session.engine
      let read = try Script(parsing: live.told.text).journal(or: .test)
      #expect(read.entries.map(\.isUndone) == live.journal.entries.map(\.isUndone))
      #expect(read.answers == live.journal.answers)
      #expect(SetAside(read.entries, of: "root").drafts == live.setAside.drafts)
    }
  }
}

import Flowline
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FlowlineSQLite

/// Transactions that fail, and what becomes of the changes that share them.
struct GroupFaultTests {
  private let trial: JournalTrial

  init() throws { trial = try JournalTrial() }

  private func code(_ body: () async throws -> Void) async -> StoreFailure.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? StoreFailure)?.code
    }
  }

  @Test func `another process that writes for too long fails all, and all are made later`()
    async throws
  {
    let patient = try trial.store()
    let held = try await patient.keep()
    let store = try trial.store(timeout: 0.01)
    let record = try await store.open(SessionKey("ada", held.session))
    try await trial.whileAnotherWrites { end in
      try await record.add("two\n", at: 2, isDurable: false)
      #expect(await code { try await record.add("three\n", at: 3) } == .busy)
      #expect(await code { _ = try await record.contents() } == .busy)
      try end()
    }
    try await record.add("three\n", at: 3)
    #expect(try await record.text() == "one\ntwo\nthree\n")
  }

  @Test func `a store that could not keep a change is not ready until it can`() async throws {
    let store = try trial.store(timeout: 0.01)
    let record = try await store.keep()
    try await trial.whileAnotherWrites { end in
      try await store.check()
      #expect(await code { try await record.add("two\n", at: 2) } == .busy)
      #expect(await code { try await store.check() } == .busy)
      try end()
    }
    try await store.check()
    #expect(!store.writer.isFailing)
    try await record.add("two\n", at: 2)
  }

  @Test func `a commit that fails fails all of it, and those nobody waits for are made later`()
    async throws
  {
    let store = try trial.store()
    let record = try await store.keep()
    let other = try await store.keep()
    // The constraint is looked at when everything is written.
    try trial.tamper(
      """
      CREATE TABLE late (session INTEGER REFERENCES session(number) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER hinder AFTER INSERT ON part BEGIN INSERT INTO late VALUES (-1); END
      """)
    try await record.add("two\n", at: 2, isDurable: false)
    #expect(await code { try await record.add("three\n", at: 3) } == .unwritable)
    #expect(await code { try await other.add("two\n", at: 2) } == .unwritable)
    #expect(try await store.list(SessionQuery(of: "ada")).items.count == 2)
    try trial.tamper("DROP TRIGGER hinder; DROP TABLE late")
    try await other.add("two\n", at: 2)
    try await record.add("three\n", at: 3)
    #expect(try await record.text() == "one\ntwo\nthree\n")
    #expect(try await other.text() == "one\ntwo\n")
  }

  @Test func `one session's fault is not another's`() async throws {
    let store = try trial.store()
    let (good, bad) = (try await store.keep(), try await store.keep())
    let number = try await store.file.pool.read {
      try $0.number(of: SessionKey("ada", bad.session)) ?? 0
    }
    try trial.tamper(
      """
      CREATE TRIGGER hinder BEFORE INSERT ON part WHEN NEW.session = \(number)
      BEGIN SELECT RAISE(ABORT, 'told to fail'); END
      """)
    try await bad.add("two\n", at: 2, isDurable: false)
    try await good.add("two\n", at: 2)
    #expect(await code { try await bad.add("three\n", at: 3) } == .unwritable)
    #expect(await code { _ = try await bad.contents() } == .unwritable)
    try trial.tamper("DROP TRIGGER hinder")
    #expect(try await bad.text() == "one\ntwo\n")
    try await bad.add("three\n", at: 3)
    #expect(try await good.text() == "one\ntwo\n")
  }

  @Test(
    arguments: [(true, nil), (false, .noSpace), (nil, .unknownOutcome)]
      as [(Bool?, StoreFailure.Code?)])
  func `a commit that failed was made, or was not, or nobody knows`(
    isMade: Bool?, code: StoreFailure.Code?
  ) {
    let key = SessionKey("ada", UUID())
    let attempts = [UUID(), UUID(), UUID()]
    let batch = zip(attempts, [key, key, SessionKey("eve", UUID())]).map { attempt, key in
      GroupedWrite(
        kind: .change(attempt), key: key, isDurable: true, isHeld: true, work: { _, _ in },
        end: { _ in })
    }
    let refused = StoreFailure(.overtaken, at: "here", "before")
    let ends = GroupTransactions.ends(
      of: batch, [.made, .made, .refused(refused)], StoreFailure(.noSpace, at: "here", "full"),
      isMade: isMade)
    #expect(ends.map { $0.failure?.code } == [code, code, .overtaken])
    #expect(ends[0].again(batch[0], in: batch) != nil || isMade == true)
    let inDoubt = ends[0].again(batch[0], in: batch)?.inDoubt
    #expect((inDoubt ?? []) == (isMade == nil ? Array(attempts[..<2]) : []))
    #expect(ends[2].again(batch[2], in: batch) == nil)
  }

  @Test func `a change in doubt is made once, whether it was made or not`() async throws {
    let store = try trial.store()
    for (isMade, isFollowed) in [(false, false), (true, false), (true, true)] {
      let record = try await store.keep()
      let key = SessionKey("ada", record.session)
      let (two, three) = (UUID(), UUID())
      @Sendable func change(_ number: Int, _ attempt: UUID) -> SessionChange {
        SessionChange(
          change: .append("\(number)\n", isDurable: false, attempt), key: key, number: number,
          summary: .empty, moment: store.moment(), place: "here")
      }
      try await store.file.pool.write { db in
        if isMade { _ = try change(2, two).make(in: db, []) }
        if isFollowed { _ = try change(3, three).make(in: db, []) }
        _ = try change(2, two).make(in: db, [two, three])
      }
      #expect(try await record.text() == (isFollowed ? "one\n2\n3\n" : "one\n2\n"))
      await #expect(throws: StoreFailure.self) {
        try await store.file.pool.write { db in _ = try change(2, two).make(in: db, [UUID()]) }
      }
    }
  }

  @Test func `rule 24: a full medium loses nothing, and many sessions go on when there is room`()
    async throws
  {
    let result = try await StoreProbe.run("journals", trial.path, "full", "200000")
    #expect(result.lines == ["full unwritable", "whole"], "\(result.output) \(result.errors)")
  }

  @Test(arguments: [1, 17, 160, 700])
  func `rule 13: a process that is killed while many sessions answer loses no answer`(
    answers: Int
  ) async throws {
    let program = try BuiltProgram("StoreProbe", "journals", trial.path, "answer", "40").start()
    await program.wait(forLines: answers)
    program.signal(SIGKILL)
    let result = try await program.end()
    // Only what ends in a new line was told whole.
    let told = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    var acknowledged: [UUID: Int] = [:]
    for line in told {
      let words = line.split(separator: " ")
      guard words.count == 2, let session = UUID(uuidString: String(words[0])) else { continue }
      acknowledged[session] = max(acknowledged[session] ?? 0, Int(words[1]) ?? 0)
    }
    #expect(result.status == SIGKILL && told.count >= answers)
    let store = try trial.store()
    for (session, last) in acknowledged {
      let kept = try await store.open(SessionKey("ada", session)).contents()
      #expect(kept.number >= last)
      let lines = String(decoding: kept.bytes, as: UTF8.self)
      #expect(lines == (1...kept.number).map { "line \($0)\n" }.joined())
    }
    let check = try await trial.file().read {
      try String.fetchOne($0, sql: "PRAGMA integrity_check")
    }
    #expect(check == "ok")
  }
}

import Flowline
import FlowlineSQLite
import Foundation
import Synchronization

/// Many sessions of one store that are answered at once.
struct JournalProbe {
  let store: SQLiteJournalStore

  static func run(_ what: String, _ number: Int, at path: String) async {
    do throws(StoreFailure) {
      let probe = JournalProbe(store: try SQLiteJournalStore(path: path))
      switch what {
      case "answer": try await probe.answer(number)
      case "full": try await probe.fill(rlim_t(number))
      default: exit(2)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error.code.rawValue) \(error)\n".utf8))
      exit(1)
    }
  }

  /// Answers without end, and says which answers are kept.
  private func answer(_ count: Int) async throws(StoreFailure) {
    var records: [any JournalRecord] = []
    for _ in 0..<count { records.append(try await store.begin(SessionKey("ada", UUID()))) }
    _ = await fill(records) { session, number in say("\(session) \(number)") }
  }

  /// Answers until there is no room, makes room, and goes on.
  private func fill(_ bytes: rlim_t) async throws(StoreFailure) {
    var records: [any JournalRecord] = []
    for _ in 0..<20 { records.append(try await store.begin(SessionKey("ada", UUID()))) }
    let kept = Mutex<[UUID: Int]>([:])
    limitFiles(to: bytes)
    let codes = await fill(records) { session, number in kept.withLock { $0[session] = number } }
    say("full \(Set(codes.map(\.rawValue)).sorted().joined(separator: " "))")
    limitFiles(to: .max)
    for record in records {
      let number = try await record.contents().number
      guard number >= kept.withLock({ $0[record.session] ?? 0 }) else { return say("lost some") }
      try await record.add(number + 1, isDurable: true)
    }
    await store.close()
    let again = try SQLiteJournalStore(path: store.path)
    for record in records {
      let contents = try await again.open(SessionKey("ada", record.session)).contents()
      let lines = (1...contents.number).map { "line \($0)\n" }.joined()
      guard String(decoding: contents.bytes, as: UTF8.self) == lines else { return say("broken") }
    }
    say("whole")
  }

  /// Adds lines to each until that fails.
  private func fill(
    _ records: [any JournalRecord], _ isKept: @escaping @Sendable (UUID, Int) -> Void
  ) async -> [StoreFailure.Code] {
    await withTaskGroup(of: StoreFailure.Code?.self) { group in
      for record in records {
        group.addTask {
          do throws(StoreFailure) {
            for number in 1..<1_000_000 {
              // Every third is a question that is shown.
              try await record.add(number, isDurable: number % 3 > 0)
              if number % 3 > 0 { isKept(record.session, number) }
            }
            return nil
          } catch {
            return error.code
          }
        }
      }
      return await group.reduce(into: []) { codes, code in
        if let code { codes.append(code) }
      }
    }
  }

  private func say(_ line: String) {
    // One write for each line, so that none is torn by another.
    let line = Array((line + "\n").utf8)
    _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  }
}

extension JournalRecord {
  fileprivate func add(_ number: Int, isDurable: Bool) async throws(StoreFailure) {
    let summary = SessionSummary(
      flow: "lines", version: 1, world: nil, started: nil, answers: number, firstAnswers: [],
      standing: .unfinished(at: StepPath(["lines"])), isUnderWay: false)
    try await change(
      .append("line \(number)\n", isDurable: isDurable, UUID()), at: number, summary: summary)
  }
}

import Flowline
import FoundationEssentials
import Testing

/// One check of one store: where the store is, and where issues go.
struct StoreTrial: Sendable {
  let subject: StoreUnderTest
  let folder: String
  let check: String
  let sourceLocation: SourceLocation

  /// The store, made anew: as a new process has it.
  func store() throws -> any SessionStore { try subject.make(folder) }

  func record(_ what: String) {
    Issue.record("store “\(subject.name)” \(check): \(what)", sourceLocation: sourceLocation)
  }

  func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { record(what()) }
  }

  func expect(_ got: String, is expected: String, _ what: @autoclosure () -> String) {
    guard let difference = ScriptDifference(expected, got) else { return }
    record("\(what()) differs in \(difference)")
  }

  /// Expects something to fail with one of these codes, and with a place and a reason.
  func expect(
    _ what: @autoclosure () -> String, failsWith codes: StoreFailure.Code...,
    body: () throws -> Void
  ) {
    let words = codes.map(\.rawValue).joined(separator: " or ")
    do {
      try body()
      record("\(what()) was done; it was to fail with \(words)")
    } catch let failure as StoreFailure {
      expect(
        codes.contains(failure.code), "\(what()) failed with \(failure); it was to be \(words)")
      expect(!failure.place.isEmpty, "\(what()) failed and did not say where")
    } catch {
      record("\(what()) threw \(type(of: error)), which is no StoreFailure: \(error)")
    }
  }

  /// Expects something to fail, for whatever reason, with a place.
  func expectFailure(_ what: @autoclosure () -> String, body: () throws -> Void) {
    do {
      try body()
      record("\(what()) was done; it was to fail")
    } catch let failure as StoreFailure {
      expect(!failure.place.isEmpty, "\(what()) failed and did not say where")
    } catch {
      record("\(what()) threw \(type(of: error)), which is no StoreFailure: \(error)")
    }
  }

  /// Makes the store unable to write; nil if nobody knows how.
  func hinder() throws -> (@Sendable () throws -> Void)? { try subject.hinder?(folder) }

  // MARK: - Sessions

  /// Begins a session with these lines and closes it.
  @discardableResult
  func keep(
    _ text: String, of session: UUID = UUID(), in store: any SessionStore
  ) throws -> UUID {
    let record = try store.begin(session)
    defer { record.close() }
    try record.append(text, isDurable: true)
    return session
  }

  /// Adds a durable line and closes the session again.
  func add(_ line: String, to session: UUID, in store: any SessionStore) throws {
    let record = try store.open(session)
    defer { record.close() }
    try record.append(line, isDurable: true)
  }

  /// What a session has, read through a store made anew.
  func text(of session: UUID) throws -> String {
    let record = try store().open(session)
    defer { record.close() }
    return try record.text()
  }

  /// How a session is listed.
  func listed(_ session: UUID) throws -> StoredSession? {
    try store().sessions().first { $0.id == session }
  }

  /// Lines such as sessions have.
  static let lines = KeptFlow.head + "answer first 1\n"
}

extension SessionRecord {
  func text() throws(StoreFailure) -> String { String(decoding: try contents(), as: UTF8.self) }
}

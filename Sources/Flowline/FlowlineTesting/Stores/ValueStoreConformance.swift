public import Flowline
import FoundationEssentials
public import Testing

/// What every store of small things must keep, for the tests of a new one.
///
///     @Test(arguments: ValueStoreConformance.checks)
///     func `keeps values`(check: ValueStoreConformance.Check) async throws {
///       try await check.expect(of: MyStore(), sharedWith: MyStore())
///     }
public enum ValueStoreConformance {
  /// One thing a store must keep.
  public struct Check: Sendable, CustomTestStringConvertible {
    /// What is tried, as a sentence's end: “a store …”.
    public let name: String
    private let run: @Sendable (Trial) async throws -> Void

    fileprivate init(_ name: String, _ run: @escaping @Sendable (Trial) async throws -> Void) {
      self.name = name
      self.run = run
    }

    /// The name, by which a run of the tests lists the check.
    public var testDescription: String { name }

    /// Tries a store that is empty, and the same one as another program has it; each thing it does not
    /// keep is an issue.
    public func expect(
      of store: any ValueStore, sharedWith other: any ValueStore,
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      try await run(
        Trial(store: store, other: other, check: name, sourceLocation: sourceLocation))
    }
  }

  /// A store that is tried.
  fileprivate struct Trial: Sendable {
    let store: any ValueStore
    let other: any ValueStore
    let check: String
    let sourceLocation: SourceLocation

    func expect(_ holds: Bool, _ what: String) {
      guard !holds else { return }
      Issue.record("a store \(check): \(what)", sourceLocation: sourceLocation)
    }

    func make(_ value: KeptValue) async throws {
      expect(try await store.make(value), "“\(value.name)” was not made")
    }
  }

  /// Names, bytes and owners that are easily confused or broken.
  private static let odd: [(name: String, bytes: [UInt8], owner: UserID?)] = [
    ("a", [], nil), ("A", [0], "ada"), ("a/b", [255, 0, 10], "ада 🌍"), ("..", [37, 92, 39], "%_"),
    ("имя %_\\'\"", Array("x".utf8), ""), (String(repeating: "n", count: 120), [1], "ada"),
    ("a\u{301}", [2], nil), ("á", [3], nil),
  ]

  /// All the checks.
  public static let checks: [Check] = [
    Check("gives what was made, to all who share it") { trial in
      for (name, bytes, owner) in odd {
        let value = KeptValue(
          shelf: "odd-things", name: name, owner: owner, bytes: bytes,
          expires: owner.map { _ in Date(timeIntervalSince1970: 2_000_000_000) })
        try await trial.make(value)
        for store in [trial.store, trial.other] {
          let found = try await store.value(named: name, on: "odd-things")
          trial.expect(found == value, "“\(name)” is \(String(describing: found))")
        }
        let elsewhere = try await trial.other.value(named: name, on: "other-things")
        trial.expect(elsewhere == nil, "“\(name)” is on another shelf as well")
      }
    },
    Check("gives what was noted as well") { trial in
      let value = KeptValue(shelf: "audit", name: "n", owner: "ada", bytes: [7])
      try await trial.store.note(value)
      let found = try await trial.other.value(named: "n", on: "audit")
      trial.expect(found == value, "it is \(String(describing: found))")
    },
    Check("never changes what was made") { trial in
      try await trial.make(KeptValue(shelf: "key", name: "k", bytes: [1]))
      let again = try await trial.other.make(KeptValue(shelf: "key", name: "k", bytes: [2]))
      trial.expect(!again, "it was made twice")
      let found = try await trial.store.value(named: "k", on: "key")
      trial.expect(found?.bytes == [1], "it was changed")
    },
    Check("has one of many made who try at once") { trial in
      let made = try await withThrowingTaskGroup(of: UInt8?.self) { group in
        for number in 0..<UInt8(16) {
          group.addTask {
            let store = number.isMultiple(of: 2) ? trial.store : trial.other
            let isMade = try await store.make(
              KeptValue(shelf: "round", name: "r", bytes: [number]))
            return isMade ? number : nil
          }
        }
        return try await group.reduce(into: [UInt8]()) { made, number in
          if let number { made.append(number) }
        }
      }
      let found = try await trial.store.value(named: "r", on: "round")
      trial.expect(made.count == 1, "\(made.count) of 16 were made")
      trial.expect(found.map(\.bytes) == made.first.map { [$0] }, "another one is kept")
    },
    Check("gives one key to all who need one") { trial in
      let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for number in 0..<UInt8(8) {
          group.addTask {
            let store = number.isMultiple(of: 2) ? trial.store : trial.other
            return try await store.bytes(named: "k", on: "seal") { [number] }
          }
        }
        return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
      }
      trial.expect(keys.count == 1, "there are \(keys.count)")
    },
    Check("lists an owner's, by the beginning of their names, in order") { trial in
      for name in ["s1/b", "s1/a", "s10", "s2/a", "S1/a", "s%"] {
        try await trial.make(KeptValue(shelf: "audit", name: name, owner: "ada", bytes: []))
      }
      try await trial.make(KeptValue(shelf: "audit", name: "s1/c", owner: "eve", bytes: []))
      try await trial.make(KeptValue(shelf: "other", name: "s1/c", owner: "ada", bytes: []))
      for (prefix, names) in [
        ("s1/", ["s1/a", "s1/b"]), ("s%", ["s%"]), ("s1/_", []),
        ("", ["S1/a", "s%", "s1/a", "s1/b", "s10", "s2/a"]),
      ] {
        let found = try await trial.other.values(of: "ada", on: "audit", beginning: prefix)
        trial.expect(found.map(\.name) == names, "“\(prefix)” gives \(found.map(\.name))")
      }
    },
    Check("forgets what it is told to, and no more") { trial in
      for owner in ["ada", "eve"] {
        for name in ["1/a", "1/b", "2/a"] {
          let name = "\(name) of \(owner)"
          try await trial.make(
            KeptValue(shelf: "audit", name: name, owner: UserID(owner), bytes: []))
        }
      }
      try await trial.other.remove(named: "2/a of ada", on: "audit")
      try await trial.other.remove(named: "2/a of ada", on: "audit")
      try await trial.other.removeValues(of: "eve", on: "audit", beginning: "1/")
      let adas = try await trial.store.values(of: "ada", on: "audit", beginning: "")
      let eves = try await trial.store.values(of: "eve", on: "audit", beginning: "")
      trial.expect(
        adas.map(\.name) == ["1/a of ada", "1/b of ada"], "\(adas.map(\.name)) are left")
      trial.expect(eves.map(\.name) == ["2/a of eve"], "\(eves.map(\.name)) are left")
      try await trial.make(KeptValue(shelf: "audit", name: "2/a of ada", bytes: [7]))
    },
    Check("forgets what has expired") { trial in
      let now = Date(timeIntervalSince1970: 1_700_000_000)
      for (name, expires) in [
        ("never", nil), ("then", now), ("before", now.addingTimeInterval(-1)),
        ("later", now.addingTimeInterval(1)),
      ] as [(String, Date?)] {
        try await trial.make(KeptValue(shelf: "round", name: name, bytes: [], expires: expires))
      }
      try await trial.other.removeExpired(by: now)
      for (name, isThere) in ["never": true, "then": false, "before": false, "later": true] {
        let found = try await trial.store.value(named: name, on: "round")
        trial.expect((found != nil) == isThere, "“\(name)” is \(isThere ? "gone" : "still there")")
      }
    },
    Check("refuses what has no name") { trial in
      for (shelf, name) in [
        ("", "a"), ("A", "a"), ("a/b", "a"), ("..", "a"), ("a", ""), ("a", "x\0y"),
        ("a", String(repeating: "n", count: 121)),
      ] {
        do {
          _ = try await trial.store.make(KeptValue(shelf: shelf, name: name, bytes: []))
          trial.expect(false, "“\(shelf)/\(name)” was made")
        } catch let failure as StoreFailure {
          trial.expect(failure.code == .unwritable, "“\(name)” failed with \(failure)")
        }
        let found = try await trial.store.value(named: name, on: shelf)
        trial.expect(found == nil, "“\(shelf)/\(name)” is there")
      }
    },
  ]
}

import Crypto
import FoundationEssentials

#if !Postgres
  // Said before the module that is missing, which names no trait.
  #error("FlowlinePostgres needs the trait Postgres: .package(…, traits: [\"Postgres\"])")
#endif

/// The keys of a program that keeps journals sealed: each user's journals are sealed with a key of the
/// user's own, and that with the program's.
///
/// A user's key is a row of the same database. Destroying it, which ``PostgresJournalStore/removeAll(of:)``
/// does, makes the user's journals unreadable in a backup that does not have that row; a backup that has it
/// can still be read with the program's key.
public struct JournalKeys: Sendable {
  /// What is wrong with a key.
  public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// In words.
    public let description: String
  }

  /// How many bytes a key has.
  public static let length = 32

  let current: String
  let keys: [String: SymmetricKey]
  /// Whether what is not sealed is read nevertheless.
  let acceptsPlain: Bool

  /// Makes the keys.
  ///
  /// - Parameters:
  ///   - key: 32 random bytes, with which users' keys are sealed from now on.
  ///   - name: tells the key from others, up to 255 bytes.
  ///   - earlier: other keys that users' keys may be sealed with, by name. Under which name one sealed
  ///     them does not matter. What they sealed is sealed anew with the key, see
  ///     ``PostgresJournalStore/maintain()``, so that they can be left out in the end.
  ///   - acceptsPlain: whether what was kept before there was a key is read. As long as it is, somebody who
  ///     writes to the database can make up what was answered.
  /// - Throws: ``Problem`` if a key has another length, or its name is too long.
  public init(
    _ key: [UInt8], named name: String, earlier: [String: [UInt8]] = [:],
    acceptsPlain: Bool = false
  ) throws(Problem) {
    current = name
    self.acceptsPlain = acceptsPlain
    var keys: [String: SymmetricKey] = [:]
    for (name, key) in earlier.merging([name: key], uniquingKeysWith: { $1 }) {
      guard key.count == Self.length else {
        throw Problem(
          description: "the key “\(name)” has \(key.count) bytes, and not \(Self.length)")
      }
      guard name.utf8.count <= 255 else {
        throw Problem(description: "the name of a key has \(name.utf8.count) bytes, more than 255")
      }
      keys[name] = SymmetricKey(data: key)
    }
    self.keys = keys
  }

  /// Whether there are other keys than the one that seals.
  var hasEarlier: Bool { keys.count > 1 }

  /// What was sealed.
  struct Opened: Sendable {
    let bytes: [UInt8]
    /// Whether another key than the one that seals now had sealed it.
    let isOutdated: Bool
  }

  /// Seals bytes, bound to where they stand: the key's name behind its length, and what AES-GCM makes of
  /// them.
  func seal(_ bytes: [UInt8], at place: [UInt8]) throws -> [UInt8] {
    guard let master = keys[current] else { return [] }
    let name = Array(current.utf8)
    return [UInt8(name.count)] + name
      + Array(try AES.GCM.seal(bytes, using: master, authenticating: place).combined ?? Data())
  }

  /// Opens bytes; nil if none of the keys opens them there.
  func open(_ sealed: [UInt8], at place: [UInt8]) -> Opened? {
    guard let length = sealed.first, sealed.count > Int(length) else { return nil }
    guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(1 + Int(length))) else {
      return nil
    }
    // The name says which is likely: another program may have given the key another.
    let name = String(decoding: sealed[1..<1 + Int(length)], as: UTF8.self)
    let likely = keys[name].map { [$0] } ?? []
    for key in likely + keys.filter({ $0.key != name }).values {
      if let bytes = try? AES.GCM.open(box, using: key, authenticating: place) {
        return Opened(bytes: Array(bytes), isOutdated: key != keys[current])
      }
    }
    return nil
  }
}

public import FoundationEssentials

/// Small things beside sessions, which all programs over the same store see: digests of tokens, a key, which
/// questions were taken up, who sent what.
///
/// A value is made once under its name, and never changed: of several that make one at once, one does.
public protocol ValueStore: Sendable {
  /// Keeps a value durably.
  ///
  /// - Returns: false if its shelf has one of this name.
  func make(_ value: KeptValue) async throws(StoreFailure) -> Bool

  /// Keeps a value under a name that nobody else makes, durably with whatever is kept next at the latest.
  func note(_ value: KeptValue) async throws(StoreFailure)

  /// A value; nil if there is none, whether it has expired or not.
  func value(named name: String, on shelf: String) async throws(StoreFailure) -> KeptValue?

  /// The values of an owner on a shelf whose names begin with a text, in the order of the names' UTF-8.
  func values(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) -> [KeptValue]

  /// Forgets a value, if it is there.
  func remove(named name: String, on shelf: String) async throws(StoreFailure)

  /// Forgets the values of an owner on a shelf whose names begin with a text.
  func removeValues(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure)

  /// Forgets what has expired until a moment.
  func removeExpired(by moment: Date) async throws(StoreFailure)
}

extension ValueStore {
  /// Makes the value: of a store that knows no cheaper way.
  public func note(_ value: KeptValue) async throws(StoreFailure) { _ = try await make(value) }

  /// The bytes of a value, which is made first if it is not there: all who ask get the same.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - shelf: its shelf.
  ///   - bytes: makes the bytes of a new one.
  public func bytes(
    named name: String, on shelf: String, orMake bytes: () -> [UInt8]
  ) async throws(StoreFailure) -> [UInt8] {
    if let known = try await value(named: name, on: shelf) { return known.bytes }
    let new = KeptValue(shelf: shelf, name: name, bytes: bytes())
    if try await make(new) { return new.bytes }
    guard let known = try await value(named: name, on: shelf) else {
      throw StoreFailure(.busy, at: "\(shelf)/\(name)", "it was removed just now; try again")
    }
    return known.bytes
  }
}

/// A small thing that is kept beside sessions.
public struct KeptValue: Sendable, Hashable {
  /// How long a name may be, in bytes of UTF-8.
  public static let longestName = 120

  /// What kind of thing it is: a word of small letters and hyphens.
  public let shelf: String
  /// Its name on the shelf: at least one character, and no more than ``longestName`` bytes.
  public let name: String
  /// Whose it is: it is forgotten with the user; nil for the program's own.
  public let owner: UserID?
  /// What is kept.
  public let bytes: [UInt8]
  /// From when on it may be forgotten, to the second; nil for never.
  public let expires: Date?

  /// Makes a value.
  public init(
    shelf: String, name: String, owner: UserID? = nil, bytes: [UInt8], expires: Date? = nil
  ) {
    self.shelf = shelf
    self.name = name
    self.owner = owner
    self.bytes = bytes
    self.expires = expires
  }

  /// The beginning of the names that an owner's values have on a shelf where they are looked up by owner:
  /// a store then reads no others to find them.
  ///
  /// - Returns: 32 hexadecimal digits and a hyphen.
  package static func start(of owner: UserID) -> String {
    owner.digest.digits(32) + "-"
  }

  /// A name that ends with a number, so that the names with the same start are in the order of their numbers.
  ///
  /// - Parameters:
  ///   - start: what comes before.
  ///   - number: the number, from 0.
  ///   - digits: how many digits it has at least.
  package static func name(_ start: String, _ number: Int, digits: Int) -> String {
    let text = String(number).utf8
    var name = Array(start.utf8)
    name += repeatElement(UInt8(ascii: "0"), count: max(0, digits - text.count))
    name += text
    return String(decoding: name, as: UTF8.self)
  }

  /// Whether a store takes it: see ``shelf`` and ``name``.
  package func check() throws(StoreFailure) {
    guard !shelf.isEmpty, shelf.utf8.allSatisfy({ (97...122).contains($0) || $0 == 45 }),
      !name.isEmpty, name.utf8.count <= Self.longestName, !name.utf8.contains(0)
    else {
      throw StoreFailure(.unwritable, at: "\(shelf)/\(name)", "it has no name that can be kept")
    }
  }
}

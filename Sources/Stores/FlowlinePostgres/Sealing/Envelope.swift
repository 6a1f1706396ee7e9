import Crypto
import Flowline
import FoundationEssentials

#if !Postgres
  // Said before the module that is missing, which names no trait.
  #error("FlowlinePostgres needs the trait Postgres: .package(…, traits: [\"Postgres\"])")
#endif

/// What a column holds: a byte that says how, and the bytes, plain or sealed.
///
/// Another form has a number from 2 on and, behind it, the number's complement, so that a program that does
/// not know the form can tell it from damage: 2 is followed by 253.
///
/// Sealed bytes are bound to their place (AES-GCM's additional data): of another session, number or kind
/// they cannot be opened. A program with keys opens plain bytes only if its keys accept them, so that
/// nobody who writes to the database can exchange or make up what a column has.
struct Envelope: Sendable {
  /// Which column it is.
  enum Kind: String {
    case change
    case summary
    case setAside = "set-aside"
    case file
  }

  /// How columns are kept.
  enum Sealing: Sendable {
    /// As they are.
    case none
    /// Sealed with the owner's key; nil if the owner has none.
    case sealed(with: SymmetricKey?, acceptsPlain: Bool)
  }

  /// Which column of which session it is.
  struct Place {
    let tenant: String
    let key: SessionKey
    let epoch: Int64
    let kind: Kind
    /// The change's number, or the file's digest.
    let name: String

    /// Each part behind its length, so that no two places have the same bytes.
    var bytes: [UInt8] {
      [
        Array(tenant.utf8), Array(key.user.rawValue.utf8), Array(key.session.bytes),
        Array("\(epoch)".utf8), Array(kind.rawValue.utf8), Array(name.utf8),
      ].flatMap { part in withUnsafeBytes(of: UInt32(part.count).bigEndian) { Array($0) } + part }
    }
  }

  private static let plain: UInt8 = 0
  private static let sealed: UInt8 = 1

  let sealing: Sealing

  /// The column's bytes.
  func close(_ bytes: [UInt8], at place: Place) throws(StoreFailure) -> [UInt8] {
    guard case .sealed(let owned, _) = sealing else { return [Self.plain] + bytes }
    guard let key = owned else {
      throw StoreFailure(.unwritable, at: "postgres", "the user has no key")
    }
    do {
      let box = try AES.GCM.seal(bytes, using: key, authenticating: place.bytes)
      return [Self.sealed] + Array(box.combined ?? Data())
    } catch {
      throw StoreFailure(.unwritable, at: "postgres", "it cannot be sealed: \(error)")
    }
  }

  /// What a column has; nil if it cannot be opened.
  func open(_ bytes: [UInt8], at place: Place) -> [UInt8]? {
    let rest = bytes.dropFirst()
    switch sealing {
    case .none: return bytes.first == Self.plain ? Array(rest) : nil
    case .sealed(let key, let acceptsPlain):
      if bytes.first == Self.plain { return acceptsPlain ? Array(rest) : nil }
      guard bytes.first == Self.sealed, let key,
        let box = try? AES.GCM.SealedBox(combined: rest),
        let opened = try? AES.GCM.open(box, using: key, authenticating: place.bytes)
      else { return nil }
      return Array(opened)
    }
  }

  /// Why a column cannot be opened.
  func refusal(of bytes: [UInt8]?) -> SealRefusal {
    switch (bytes?.first, sealing) {
    case (Self.plain?, .sealed): .plain
    case (Self.sealed?, .none): .noKey
    case (Self.sealed?, .sealed(nil, _)): .noUserKey
    case (Self.sealed?, .sealed): .userKey
    default: SealRefusal(unknown: bytes)
    }
  }
}

import Crypto
import Flowline
import FoundationEssentials

/// What a column holds: a byte that says how, and the bytes, plain or sealed.
///
/// Sealed bytes are bound to where they stand (AES-GCM's additional data): of another session, number or
/// kind they cannot be opened, so that nobody who writes to the database can exchange them.
struct Envelope: Sendable {
  /// Which column it is.
  enum Kind: String {
    case change
    case summary
    case setAside = "set-aside"
    case file
  }

  /// Where the bytes stand.
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

  /// The owner's key; nil if journals are kept as they are.
  let key: SymmetricKey?

  /// The column's bytes.
  func close(_ bytes: [UInt8], at place: Place) throws(StoreFailure) -> [UInt8] {
    guard let key else { return [Self.plain] + bytes }
    do {
      let box = try AES.GCM.seal(bytes, using: key, authenticating: place.bytes)
      return [Self.sealed] + Array(box.combined ?? Data())
    } catch {
      throw StoreFailure(.unwritable, at: "postgres", "it cannot be sealed: \(error)")
    }
  }

  /// What a column has; nil if it cannot be opened.
  func open(_ bytes: [UInt8], at place: Place) -> [UInt8]? {
    switch bytes.first {
    case Self.plain: return Array(bytes.dropFirst())
    case Self.sealed:
      guard let key, let box = try? AES.GCM.SealedBox(combined: bytes.dropFirst()) else {
        return nil
      }
      return (try? AES.GCM.open(box, using: key, authenticating: place.bytes)).map { Array($0) }
    default: return nil
    }
  }
}

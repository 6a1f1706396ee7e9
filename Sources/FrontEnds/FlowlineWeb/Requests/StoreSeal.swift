import Crypto
import Flowline
import FoundationEssentials
import Synchronization

/// The key that the servers of one store have in common, by which they know their cookies.
final class StoreSeal: Sendable {
  private struct Read: Sendable {
    let key: SymmetricKey
    let names: CookieNames
  }

  private let values: any ValueStore
  /// Whether browsers reach the site by TLS.
  let isSecure: Bool
  private let known = Mutex<Read?>(nil)

  /// Makes the key of a store; nothing is read yet.
  ///
  /// - Parameters:
  ///   - values: keeps it.
  ///   - isSecure: whether browsers reach the site by TLS.
  init(_ values: any ValueStore, isSecure: Bool) {
    (self.values, self.isSecure) = (values, isSecure)
  }

  /// What the cookies of the store are called.
  func names() async throws(StoreFailure) -> CookieNames { try await read().names }

  /// The same as far as the store has said it, which is not asked; nil if it has not.
  var knownNames: CookieNames? { known.withLock { $0?.names } }

  /// The key itself.
  func key() async throws(StoreFailure) -> SymmetricKey { try await read().key }

  private func read() async throws(StoreFailure) -> Read {
    if let read = known.withLock({ $0 }) { return read }
    let bytes = try await values.bytes(named: "visitors", on: "seal") {
      (0..<32).map { _ in UInt8.random(in: 0...255) }
    }
    let key = SymmetricKey(data: bytes)
    // No cookie's code is of this text, which has no number.
    let digest = HMAC<SHA256>.authenticationCode(for: Data("name".utf8), using: key)
    let digits = Data(digest).prefix(4).hexadecimal
    let read = Read(key: key, names: CookieNames(ofStore: digits, isSecure: isSecure))
    known.withLock { $0 = read }
    return read
  }
}

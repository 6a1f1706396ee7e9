import CLibCrypt

/// A password as it is kept: hashed with a salt of its own, by crypt(3) with SHA-512.
struct PasswordHash: Codable, Hashable, Sendable {
  let text: String

  /// Hashes a password; nil if the system's crypt cannot.
  ///
  /// Not for several threads at once.
  init?(of password: String) {
    let letters = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    let salt = String((0..<16).compactMap { _ in letters.randomElement() })
    guard let hash = crypt(password, "$6$\(salt)$"), hash.pointee != UInt8(ascii: "*") else {
      return nil
    }
    text = String(cString: hash)
  }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

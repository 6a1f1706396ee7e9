import CLibCrypt

/// A PIN as it is kept: with a salt, hashed by yescrypt, the method of Debian's passwords (crypt(5)).
///
/// Who has it can find a PIN of four digits by trying all of them: it is against people who pass by a
/// screen, not against those who have the files.
package struct HashedPIN: Sendable, Hashable {
  /// As `crypt` writes it, such as `$y$j9T$…`.
  package let text: String

  /// How many characters a PIN has.
  package static let length = 4...64
  /// Whether the system can hash it: it takes fewer than 512 bytes, of which none is null (crypt(3)).
  package static func canBeHashed(_ pin: String) -> Bool {
    pin.utf8.count < Int(CRYPT_MAX_PASSPHRASE_SIZE) && !pin.utf8.contains(0)
  }

  /// How many wrong ones may be typed before the person is logged out.
  package static let tries = 5

  /// Reads what was kept; nil for what `crypt` never writes.
  package init?(kept text: String) {
    guard text.hasPrefix("$"), text.count > 3, !text.contains(where: \.isWhitespace) else {
      return nil
    }
    self.text = text
  }

  /// Hashes a PIN with a salt of its own; nil if the system has no such method.
  package init?(of pin: String) {
    var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    let size = Int32(setting.count)
    guard let made = crypt_gensalt_rn("$y$", 0, nil, 0, &setting, size),
      let text = Self.hash(pin, with: String(cString: made))
    else { return nil }
    self.text = text
  }

  /// Whether it is this PIN.
  package func matches(_ pin: String) -> Bool { Self.hash(pin, with: text) == text }

  private static func hash(_ pin: String, with setting: String) -> String? {
    guard canBeHashed(pin) else { return nil }
    let size = MemoryLayout<crypt_data>.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    defer { memory.deallocate() }
    return crypt_rn(pin, setting, memory, Int32(size)).map { String(cString: $0) }
  }
}

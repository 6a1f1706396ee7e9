/// Tells whether a text begins with another that is not kept: by its length and an FNV-1a hash.
struct TextDigest: Hashable, Sendable {
  private(set) var length = 0
  private var hash = StableHash()

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  mutating func add(_ bytes: some Collection<UInt8>) {
    hash.add(bytes)
    length += bytes.count
  }

  /// The digest of the text that was added, and another behind it.
  func adding(_ text: String) -> TextDigest {
    var digest = self
    digest.add(text)
    return digest
  }

  /// What a text has behind the text that was added; nil if it begins otherwise.
  func rest(of text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= length else { return nil }
    var beginning = TextDigest()
    beginning.add(bytes.prefix(length))
    guard beginning.hash.value == hash.value else { return nil }
    return String(decoding: bytes.dropFirst(length), as: UTF8.self)
  }
}

import Flowline
import FlowlineHost

/// The question that the entity tag of a state is about.
///
/// A tag is the question's token, or what else there is, and a digest of all that the state tells:
/// `"3-9f2c31ab04d5e677.5c0e8f1d2ab94470"`, `"3-working.81f0c2d7a6e35b19"`. So a state that tells something
/// new has a new tag, and an answer depends on the question alone.
enum StateTag: Hashable {
  case question(StepToken)
  /// A state in which nothing was asked.
  case noQuestion

  /// The words for states in which nothing is asked.
  private static let words: Set<Substring> = ["ended", "paused", "waiting", "working"]

  /// Bytes of a header.
  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Reads a tag as a header has it; nil if it is none.
  ///
  /// The digest may be missing: a question's token alone will do.
  private init?(_ header: Bytes) {
    let quote = UInt8(ascii: "\"")
    guard header.count >= 2, header.first == quote, header.last == quote else { return nil }
    var about = header.dropFirst().dropLast()
    if let dot = about.firstIndex(of: UInt8(ascii: ".")) {
      guard Self.isDigest(about[(dot + 1)...]) else { return nil }
      about = about[..<dot]
    }
    if let token = StepToken(about) {
      self = .question(token)
      return
    }
    let rest = String(decoding: about, as: UTF8.self)
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard rest.count == 2, let answers = Int(rest[0]), answers >= 0, Self.words.contains(rest[1])
    else { return nil }
    self = .noQuestion
  }

  /// The tags that a header `If-Match` names (RFC 9110, 13.1.1); nil if it is not well written.
  ///
  /// Tags are compared strongly: a weak one matches nothing, and is left out.
  static func all(in header: String) -> [StateTag]? {
    var header = header
    return header.withUTF8 { bytes in
      let parts = bytes.split(separator: UInt8(ascii: ",")).map(withoutBlanks)
        .filter { !$0.isEmpty }
      guard !parts.isEmpty else { return nil }
      var tags: [StateTag] = []
      for part in parts {
        let isWeak = part.starts(with: "W/".utf8)
        guard let tag = StateTag(isWeak ? part.dropFirst(2) : part) else { return nil }
        if !isWeak { tags.append(tag) }
      }
      return tags
    }
  }

  private static func withoutBlanks(_ part: Bytes) -> Bytes {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var part = part.drop(while: isBlank)
    while let last = part.last, isBlank(last) { part = part.dropLast() }
    return part
  }

  /// The question that it is about; nil if nothing was asked.
  var token: StepToken? { if case .question(let token) = self { token } else { nil } }

  private static func isDigest(_ text: Bytes) -> Bool {
    text.count == 16 && text.allSatisfy(\.isHexadecimalDigit)
  }

  /// The tag of a state that is about this and tells this text.
  static func text(about: String, telling text: String) -> String {
    var hash = StableHash()
    hash.add(text)
    let digits = withUnsafeBytes(of: hash.value.bigEndian) { $0.hexadecimal }
    return "\"\(about).\(digits)\""
  }
}

/// Takes a secret out of what somebody else wrote: a server may send back what it was sent.
///
/// It is for texts that are shown, logged or kept alone. Data is decoded from the bytes that came: a
/// token may be any text, and may happen to be in data as well.
public struct Redaction: Sendable {
  /// What is put in place of the secret.
  public static let mark = "[redacted]"

  /// A shared run of so many characters is no chance.
  private static let shortestPart = 12
  /// How much of the secret's beginning at the end of a text is taken out.
  private static let shortestEnd = 4

  private let secret: [UInt8]

  /// Takes out a token; without one, everything stays as it is.
  public init(_ token: AccessToken?) { secret = token.map { Array($0.secret.utf8) } ?? [] }

  /// Takes out any secret.
  init(secret: String) { self.secret = Array(secret.utf8) }

  /// A text without the secret, and without any longer part of it.
  public func redact(_ text: String) -> String {
    guard !secret.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let length = partLength(in: bytes, at: index)
      if length > 0 {
        output += Self.mark.utf8
        index += length
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// How long the part of the secret is that begins here; 0 if it is too short to be one.
  ///
  /// A short secret has no parts: it is looked for as a whole. A text that was cut may end in the midst of
  /// it.
  private func partLength(in bytes: [UInt8], at index: Int) -> Int {
    let shortest = min(Self.shortestPart, secret.count)
    let rest = bytes[index...]
    guard rest.count >= shortest else {
      return rest.count >= Self.shortestEnd && secret.starts(with: rest) ? rest.count : 0
    }
    guard let start = secret.firstRange(of: rest.prefix(shortest)) else { return 0 }
    return zip(rest, secret[start.lowerBound...]).prefix { $0 == $1 }.count
  }
}

public import FoundationEssentials
import Glibc

/// Takes a secret out of what somebody else wrote: a server may send back what it was sent.
public struct Redaction: Sendable {
  /// What is put in place of the secret.
  public static let mark = "[redacted]"

  /// A shared run of so many characters is no chance.
  private static let shortestPart = 12

  private let secret: [UInt8]

  /// Takes out a token; without one, everything stays as it is.
  public init(_ token: AccessToken?) { secret = token.map { Array($0.secret.utf8) } ?? [] }

  /// Takes out any secret.
  init(secret: String) { self.secret = Array(secret.utf8) }

  /// The bytes without the secret; they stay as they are if it is not in them.
  public func redact(_ bytes: Data) -> Data {
    guard !secret.isEmpty else { return bytes }
    var redacted = Data()
    var start = 0
    bytes.withUnsafeBytes { all in
      while let place = all.firstPlace(of: secret, from: start) {
        redacted.append(contentsOf: all[start..<place])
        redacted.append(contentsOf: Self.mark.utf8)
        start = place + secret.count
      }
      if start > 0 { redacted.append(contentsOf: all[start...]) }
    }
    return start > 0 ? redacted : bytes
  }

  /// A short text without the secret, and without any longer part of it.
  public func redact(_ text: String) -> String {
    guard secret.count >= Self.shortestPart else {
      return secret.isEmpty ? text : String(decoding: redact(Data(text.utf8)), as: UTF8.self)
    }
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
  private func partLength(in bytes: [UInt8], at index: Int) -> Int {
    let window = bytes[index...].prefix(Self.shortestPart)
    guard window.count == Self.shortestPart, let start = secret.firstRange(of: window) else {
      return 0
    }
    return zip(bytes[index...], secret[start.lowerBound...]).prefix { $0 == $1 }.count
  }
}

extension UnsafeRawBufferPointer {
  /// Where some bytes begin, from a place on; nil if they are not there.
  ///
  /// The C library looks for the first of them: a whole answer is looked through, and the standard
  /// library compares byte by byte.
  fileprivate func firstPlace(of sought: [UInt8], from start: Int) -> Int? {
    guard let base = baseAddress, let first = sought.first else { return nil }
    let last = count - sought.count
    var place = start
    while place <= last, let found = memchr(base + place, Int32(first), last - place + 1) {
      place = UnsafeRawPointer(found) - base
      if memcmp(base + place, sought, sought.count) == 0 { return place }
      place += 1
    }
    return nil
  }
}

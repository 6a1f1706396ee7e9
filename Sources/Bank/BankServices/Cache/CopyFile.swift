import Bank
import FoundationEssentials
import ServiceBasics

/// A copy of a data set as it stands in a file.
///
/// Three lines: `flowline-bank-copy`, the version and the checksum of the other two; what the copy
/// is of, as JSON; and the data set, as JSON.
struct CopyFile {
  /// What a copy is of.
  struct Header: Codable, Hashable {
    /// Which data set it is.
    var kind: String
    /// Whose data set it is: an account.
    var subject: Account.ID?
    /// From when it was asked for, where it is of an interval.
    var from: Timestamp?
    /// Until when.
    var to: Timestamp?
    /// The customer, where that was known.
    var holder: String?
    /// When the bank was asked for it.
    var readAt: Timestamp
    /// Since when it is known that the bank has something else.
    var staleSince: Timestamp?

    /// Whether what was read may have been changed since.
    var isStale: Bool { staleSince.map { $0 >= readAt } ?? false }
  }

  var header: Header
  /// The data set, as JSON in one line.
  let json: [UInt8]

  init(_ header: Header, _ value: some Encodable) throws {
    self.header = header
    json = [UInt8](try CanonicalJSON.data(value))
  }

  /// Reads a file's bytes.
  init(reading bytes: [UInt8], at path: String) throws(CacheNote) {
    guard !bytes.isEmpty else { throw CacheNote(.damaged, path: path, cause: "it is empty") }
    guard Self.isOne(bytes), let end = bytes.firstIndex(of: Self.newline) else {
      throw CacheNote(.foreign, path: path, cause: "it does not begin as a copy does")
    }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count >= 2, let version = Int(words[1]) else {
      throw CacheNote(.damaged, path: path, cause: "it has no version")
    }
    guard version <= Self.version else {
      throw CacheNote(
        .tooNew, path: path, cause: "it has version \(version), known is \(Self.version)")
    }
    let rest = bytes[(end + 1)...]
    guard version == Self.version, words.count == 3, words[2] == Self.checksum(rest) else {
      throw CacheNote(.damaged, path: path, cause: "its checksum is wrong")
    }
    let lines = rest.split(separator: Self.newline)
    do {
      header = try JSONDecoder().decode(Header.self, from: Data(lines.first ?? []))
    } catch {
      throw CacheNote(.damaged, path: path, cause: "what it is a copy of cannot be read: \(error)")
    }
    json = [UInt8](lines.dropFirst().first ?? [])
  }

  /// The data set, if it can be read as one of these.
  func value<Value: Decodable>(_ type: Value.Type, at path: String) throws(CacheNote) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(json))
    } catch {
      throw CacheNote(.damaged, path: path, cause: "its contents cannot be read: \(error)")
    }
  }

  /// The file's bytes.
  var bytes: [UInt8] {
    // Text, dates and ids alone: encoding them cannot fail.
    let header = (try? CanonicalJSON.data(header)).map { [UInt8]($0) } ?? []
    let rest = header + [Self.newline] + json + [Self.newline]
    return [UInt8]("\(Self.word) \(Self.version) \(Self.checksum(rest[...]))\n".utf8) + rest
  }

  /// Whether a file begins as copies of any version do.
  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "\(word) ".utf8) }

  private static let word = "flowline-bank-copy"
  private static let version = 1
  private static let newline = UInt8(ascii: "\n")

  /// FNV-1a, 64 bits, in hexadecimal: no single changed byte goes unseen.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
    let sum = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(sum, radix: 16)
  }
}

/// A header's value with its parameters, as in `form-data; name="receipt"; filename="lunch.pdf"`.
struct HeaderValue: Hashable {
  /// What stands before the parameters, in lower case.
  let value: String
  /// The parameters by their names, which are in lower case.
  let parameters: [String: String]

  /// Reads a value; nil if it is not written by the rules, or names a parameter twice.
  ///
  /// In quotes a backslash stands for itself, but before a quote or another one: browsers write a quote
  /// in a file's name as `%22`, and some a backslash as it is.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    let value = Self.token(&rest, or: UInt8(ascii: "/"))
    guard !value.isEmpty else { return nil }
    self.value = value.lowercased()
    var parameters: [String: String] = [:]
    while true {
      Self.skipSpaces(&rest)
      guard let sign = rest.popFirst() else { break }
      guard sign == UInt8(ascii: ";") else { return nil }
      Self.skipSpaces(&rest)
      if rest.isEmpty { break }
      let name = Self.token(&rest, or: nil).lowercased()
      guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "="), let value = Self.value(&rest),
        parameters.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    self.parameters = parameters
  }

  private static func skipSpaces(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == 0x09 }
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard rest.first == UInt8(ascii: "\"") else {
      let token = token(&rest, or: nil)
      return token.isEmpty ? nil : token
    }
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(validating: bytes, as: UTF8.self) }
      let next = rest.first
      if byte == UInt8(ascii: "\\"), next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") {
        bytes.append(rest.removeFirst())
      } else {
        bytes.append(byte)
      }
    }
    return nil
  }

  private static func token(_ rest: inout ArraySlice<UInt8>, or other: UInt8?) -> String {
    let token = rest.prefix { isToken($0) || $0 == other }
    rest = rest[token.endIndex...]
    return String(decoding: token, as: UTF8.self)
  }

  /// Whether a byte may be in a token (RFC 9110, 5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension HeaderValue {
  /// The `Content-Disposition` of a file that is kept and not shown (RFC 6266): its name in ASCII, for
  /// programs that know no other, and in UTF-8.
  ///
  /// A name cannot be turned round, so that a program does not look like a document.
  static func attachment(named name: String) -> String {
    let name = name.withoutDirectionControls
    let plain = name.unicodeScalars.map { scalar in
      scalar.isASCII && (isToken(UInt8(scalar.value)) || scalar == " ") && scalar != "%"
        ? Character(scalar) : "_"
    }
    return "attachment; filename=\"\(String(plain))\"; filename*=UTF-8''\(WebLink.encoded(name))"
  }

  /// The name of a file: `filename*` (RFC 8187, in UTF-8) if there is one, else `filename`; nil if there
  /// is neither, or it is not well written.
  var fileName: String? {
    guard let extended = parameters["filename*"] else {
      return parameters["filename"].map(Self.unescaped)
    }
    let parts = extended.split(
      separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return PercentEncoding.decoded(parts[2])
  }

  /// A name or file name as browsers write it (WHATWG, "HTML", multipart/form-data): quotes and ends of
  /// lines alone are escaped, as `%22`, `%0D` and `%0A`.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    return text.replacing("%22", with: "\"").replacing("%0D", with: "\r")
      .replacing("%0A", with: "\n")
  }
}

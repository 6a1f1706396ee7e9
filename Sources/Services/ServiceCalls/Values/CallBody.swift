import Crypto
public import FoundationEssentials
import ServiceBasics

extension CallRequest.Body {
  /// Makes a body of a value, as JSON that is the same for equal values.
  ///
  /// - Throws: an `EncodingError`, or what the value's own encoding throws.
  public static func json(_ value: some Encodable) throws -> Self {
    Self(try CanonicalJSON.data(value), contentType: "application/json")
  }

  /// Makes a body of a form's fields, in their order.
  public static func form(_ fields: [CallRequest.Field]) -> Self {
    let text = FormItem.encoded(fields.map { FormItem($0.name, $0.value) })
    return Self(Data(text.utf8), contentType: "application/x-www-form-urlencoded")
  }

  /// A part of a form that files can be sent in.
  public struct Part: Sendable, Hashable {
    /// The field's name.
    public var name: String
    /// What the file is called; nil if the part is no file.
    public var fileName: String?
    /// What the file is, such as `image/png`; nil for text, or if nobody knows.
    public var contentType: String?
    /// The bytes.
    public var bytes: Data

    /// Makes a part of a file.
    public init(_ name: String, file: Data, named fileName: String, contentType: String?) {
      self.name = name
      self.fileName = fileName
      self.contentType = contentType
      bytes = file
    }

    /// Makes a part of a text.
    public init(_ name: String, _ value: String) {
      self.name = name
      bytes = Data(value.utf8)
    }
  }

  /// Makes a body of parts (RFC 7578), the same for equal parts.
  public static func multipart(_ parts: [Part]) -> Self {
    let boundary = boundary(for: parts)
    var bytes = Data()
    for part in parts {
      bytes.append(contentsOf: "--\(boundary)\r\n\(part.head)\r\n\r\n".utf8)
      bytes.append(part.bytes)
      bytes.append(contentsOf: "\r\n".utf8)
    }
    bytes.append(contentsOf: "--\(boundary)--\r\n".utf8)
    return Self(bytes, contentType: "multipart/form-data; boundary=\(boundary)")
  }

  /// A line that is in no part: a digest of all of them, counted on until it is in none.
  private static func boundary(for parts: [Part]) -> String {
    var hash = SHA256()
    for part in parts { hash.update(data: part.bytes) }
    let digits = hash.finalize().prefix(16).map { String($0, radix: 36) }.joined()
    var number = 0
    var boundary: String { "part-\(number)-\(digits)" }
    while parts.contains(where: { $0.bytes.firstRange(of: Data(boundary.utf8)) != nil }) {
      number += 1
    }
    return boundary
  }
}

extension CallRequest.Body.Part {
  fileprivate var head: String {
    var head = "Content-Disposition: form-data; name=\"\(Self.quoted(name))\""
    if let fileName { head += "; filename=\"\(Self.quoted(fileName))\"" }
    if let contentType { head += "\r\nContent-Type: \(Self.line(contentType))" }
    return head
  }

  /// As browsers write it: what would end the text or its line is percent-encoded.
  private static func quoted(_ text: String) -> String {
    text.replacing("\"", with: "%22").replacing("\r\n", with: "%0D%0A")
      .replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func line(_ text: String) -> String { text.filter { !$0.isNewline } }
}

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

  /// Makes a body of a form's parts, files among them, in their order: `multipart/form-data` (RFC 7578).
  ///
  /// It is the same for equal parts, and no part contains what separates them.
  public static func multipart(_ parts: [CallRequest.FormPart]) -> Self {
    let boundary = boundary(of: parts)
    var bytes = Data()
    for part in parts {
      bytes += Data("--\(boundary)\r\n\(part.head)\r\n\r\n".utf8)
      bytes += part.bytes
      bytes += Data("\r\n".utf8)
    }
    bytes += Data("--\(boundary)--\r\n".utf8)
    return Self(bytes, contentType: "multipart/form-data; boundary=\(boundary)")
  }

  /// The first of a row of boundaries that is in no part.
  private static func boundary(of parts: [CallRequest.FormPart]) -> String {
    var number = 0
    while true {
      let boundary = "flowline-\(number)"
      let wanted = Array("--\(boundary)".utf8)
      guard parts.contains(where: { $0.bytes.firstRange(of: wanted) != nil }) else {
        return boundary
      }
      number += 1
    }
  }
}

extension CallRequest {
  /// A part of a form that is sent as `multipart/form-data`.
  public struct FormPart: Sendable, Hashable {
    /// The name of the field.
    public var name: String
    /// The name of the file; nil for a field without one.
    public var fileName: String?
    /// What the bytes are, such as `text/csv`; nil to leave that to the service.
    public var contentType: String?
    /// The value, or the contents of the file.
    public var bytes: Data

    /// Makes a part of bytes.
    public init(
      _ name: String, _ bytes: Data, fileName: String? = nil, contentType: String? = nil
    ) {
      self.name = name
      self.fileName = fileName
      self.contentType = contentType
      self.bytes = bytes
    }

    /// Makes a field of a text.
    public init(_ name: String, _ text: String) {
      self.init(name, Data(text.utf8))
    }
  }
}

extension CallRequest.FormPart {
  /// The lines before the empty one.
  fileprivate var head: String {
    var head = "Content-Disposition: form-data; name=\"\(Self.escaped(name))\""
    if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
    if let contentType { head += "\r\nContent-Type: \(contentType.filter { !$0.isNewline })" }
    return head
  }

  /// A name as it is in quotes (HTML standard, “multipart/form-data encoding algorithm”).
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"": text += "%22"
      case "\r": text += "%0D"
      case "\n": text += "%0A"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

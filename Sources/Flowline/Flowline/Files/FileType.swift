/// What a file is, as a media type such as `image/png` (RFC 6838).
///
/// It is found out from the contents, as browsers do (WHATWG, "MIME Sniffing"), and never from the name: a
/// PDF that is called `lunch.png` is a PDF.
public struct FileType: RawRepresentable, Sendable, Hashable, Codable {
  /// The media type, in lower case, without parameters.
  public let rawValue: String

  /// Makes a type of its media type.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A PDF document.
  public static let pdf = FileType(rawValue: "application/pdf")
  /// A PNG image.
  public static let png = FileType(rawValue: "image/png")
  /// A JPEG image.
  public static let jpeg = FileType(rawValue: "image/jpeg")
  /// A GIF image.
  public static let gif = FileType(rawValue: "image/gif")
  /// A WebP image.
  public static let webp = FileType(rawValue: "image/webp")
  /// An HEIC image, as telephones take them.
  public static let heic = FileType(rawValue: "image/heic")
  /// A ZIP archive, which many documents of office programs are.
  public static let zip = FileType(rawValue: "application/zip")
  /// Text in UTF-8: a CSV file, too.
  public static let text = FileType(rawValue: "text/plain")
  /// Anything else.
  public static let other = FileType(rawValue: "application/octet-stream")

  /// Its short name, the same in every language: `PDF`, `PNG`; the media type for one that has none.
  public var label: String { Self.labels[self] ?? rawValue }

  private static let labels: [FileType: String] = [
    .pdf: "PDF", .png: "PNG", .jpeg: "JPEG", .gif: "GIF", .webp: "WebP", .heic: "HEIC",
    .zip: "ZIP",
  ]

  /// Finds out what a file is.
  ///
  /// - Parameter bytes: its contents.
  public init(of bytes: [UInt8]) {
    let known = Self.signatures.first { $0.matches(bytes) }
    self = known?.type ?? (bytes.isPlainText ? .text : .other)
  }

  /// What stands at a place in every file of a type.
  private struct Signature {
    let type: FileType
    let parts: [(offset: Int, bytes: [UInt8])]

    init(_ type: FileType, _ parts: (Int, [UInt8])...) {
      self.type = type
      self.parts = parts.map { (offset: $0.0, bytes: $0.1) }
    }

    func matches(_ bytes: [UInt8]) -> Bool {
      parts.allSatisfy { bytes.dropFirst($0.offset).starts(with: $0.bytes) }
    }
  }

  private static let signatures: [Signature] = [
    Signature(.pdf, (0, Array("%PDF-".utf8))),
    Signature(.png, (0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
    Signature(.jpeg, (0, [0xff, 0xd8, 0xff])),
    Signature(.gif, (0, Array("GIF87a".utf8))),
    Signature(.gif, (0, Array("GIF89a".utf8))),
    Signature(.webp, (0, Array("RIFF".utf8)), (8, Array("WEBPVP".utf8))),
    Signature(.heic, (4, Array("ftypheic".utf8))),
    Signature(.heic, (4, Array("ftypheix".utf8))),
    Signature(.heic, (4, Array("ftypmif1".utf8))),
    Signature(.zip, (0, [0x50, 0x4b, 0x03, 0x04])),
  ]
}

extension [FileType] {
  /// Their short names, for a text.
  var labels: String { map(\.label).joined(separator: ", ") }
}

extension [UInt8] {
  /// Whether it is UTF-8 without characters that only programs use.
  fileprivate var isPlainText: Bool {
    // A tab, the ends of lines and a form feed stand in texts; no other control character does.
    let isFree = allSatisfy { $0 >= 0x20 && $0 != 0x7f || [0x09, 0x0a, 0x0c, 0x0d].contains($0) }
    return !isEmpty && isFree && String(validating: self, as: UTF8.self) != nil
  }
}

import FoundationEssentials

/// A PDF file of one kind of page: lines of text in Helvetica on A4.
///
/// Source: ISO 32000-1, sections 7.5 (the structure of a file) and 9.6.2 (the fonts that every reader has).
/// Characters that WinAnsi does not have become question marks.
struct TextPDF {
  /// The paragraphs, from the top; the first is the title.
  var lines: [String]

  private static let linesPerPage = 50

  /// The bytes of the file; the same lines give the same bytes.
  var data: Data {
    let lines = lines.flatMap {
      $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
    let pages = stride(from: 0, to: max(lines.count, 1), by: Self.linesPerPage).map {
      Array(lines.dropFirst($0).prefix(Self.linesPerPage))
    }
    let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
    var objects: [[UInt8]] = [
      Array("<< /Type /Catalog /Pages 2 0 R >>".utf8),
      Array("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>".utf8),
      Array(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".utf8),
    ]
    for (index, page) in pages.enumerated() {
      let content = Self.content(page, isFirst: index == 0)
      objects.append(
        Array(
          """
          << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents \(5 + 2 * index) 0 R \
          /Resources << /Font << /F1 3 0 R >> >> >>
          """.utf8))
      objects.append(
        Array("<< /Length \(content.count) >>\nstream\n".utf8) + content
          + Array("\nendstream".utf8))
    }
    return Self.file(objects)
  }

  private static func content(_ lines: [String], isFirst: Bool) -> [UInt8] {
    var bytes = Array("BT\n60 780 Td\n14 TL\n".utf8)
    for (index, line) in lines.enumerated() {
      let isTitle = isFirst && index == 0
      bytes += Array("/F1 \(isTitle ? 18 : 10) Tf\n(".utf8) + encoded(line) + Array(") Tj\n".utf8)
      bytes += Array(isTitle ? "0 -28 Td\n".utf8 : "T*\n".utf8)
    }
    return bytes + Array("ET".utf8)
  }

  /// The text in WinAnsi, its parentheses escaped.
  private static func encoded(_ line: String) -> [UInt8] {
    line.unicodeScalars.flatMap { scalar -> [UInt8] in
      switch scalar {
      case "(", ")", "\\": [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case "\u{20}"..."\u{7E}", "\u{A0}"..."\u{FF}": [UInt8(truncatingIfNeeded: scalar.value)]
      default: [beyondLatin[scalar] ?? UInt8(ascii: "?")]
      }
    }
  }

  private static let beyondLatin: [Unicode.Scalar: UInt8] = [
    "€": 0x80, "–": 0x96, "—": 0x97, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95,
    "…": 0x85,
  ]

  private static func file(_ objects: [[UInt8]]) -> Data {
    var bytes = Array("%PDF-1.4\n".utf8)
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(bytes.count)
      bytes += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    let start = bytes.count
    bytes += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
    for offset in offsets {
      let digits = String(offset)
      let zeros = String(repeating: "0", count: 10 - digits.count)
      bytes += Array("\(zeros)\(digits) 00000 n \n".utf8)
    }
    let trailer = "<< /Size \(objects.count + 1) /Root 1 0 R >>"
    bytes += Array("trailer\n\(trailer)\nstartxref\n\(start)\n%%EOF\n".utf8)
    return Data(bytes)
  }
}

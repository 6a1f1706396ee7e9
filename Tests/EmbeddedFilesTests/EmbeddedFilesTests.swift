import FoundationEssentials
import Testing

/// Files in the code are the files on the disk.
struct EmbeddedFilesTests {
  @Test
  func `a file with every character that means something in code is embedded as it is`() throws {
    let embedded = PackageResources.odd_characters_svg.withUTF8Buffer(Array.init)
    #expect(try embedded == Self.bytes(of: "odd-characters.svg"))
    let text = String(decoding: embedded, as: UTF8.self)
    for odd in ["\r\n", "\r", "\0", "\"\"\"", "\"\"\"##", "\\(", "\\#(", "\\##n", "\u{FEFF}", "é"] {
      #expect(text.utf8.contains(odd.utf8), "the file has no \(odd.debugDescription)")
    }
  }

  @Test
  func `an empty file is an empty string`() throws {
    #expect(PackageResources._0_empty_css.utf8CodeUnitCount == 0)
    #expect(try Self.bytes(of: "0-empty.css").isEmpty)
  }

  private static func bytes(of name: String) throws -> [UInt8] {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return [UInt8](try Data(contentsOf: URL(filePath: "\(folder.joined(separator: "/"))/\(name)")))
  }
}

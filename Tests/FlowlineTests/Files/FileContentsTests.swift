import Flowline
import Foundation
import Glibc
import TestSupport
import Testing

/// What a file is by its contents, its name, and how it is read.
struct FileContentsTests {
  @Test(arguments: [
    ("%PDF-1.7\n", FileType.pdf), ("\u{89}PNG\r\n\u{1A}\n…", .png),
    ("\u{FF}\u{D8}\u{FF}\u{E0}", .jpeg),
    ("GIF87a", .gif), ("GIF89a", .gif), ("GIF88a", .text), ("RIFF\0\0\0\0WEBPVP8 ", .webp),
    ("RIFF\0\0\0\0WAVEfmt ", .other), ("\0\0\0\u{18}ftypheic", .heic),
    ("\0\0\0\u{18}ftypmp42", .other), ("PK\u{3}\u{4}", .zip), ("Date,Amount\r\n1,2\n", .text),
    ("", .other), ("\u{1B}[31m", .other), ("%PDF", .text), (" %PDF-1.7", .text),
  ])
  func `a file is what its contents say`(latin1: String, type: FileType) {
    let bytes = latin1.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    #expect(FileType(of: bytes) == type)
    #expect(FileContents(bytes, named: "x.png").file.type == type)
  }

  @Test func `text is UTF-8`() {
    #expect(FileType(of: Array("£5, «да»\t\n".utf8)) == .text)
    #expect(FileType(of: [0xc3]) == .other)
    #expect(FileType(of: [0xff, 0xfe, 0x41, 0]) == .other)
  }

  @Test(arguments: [
    ("lunch.pdf", "lunch.pdf"), ("/home/ada/lunch.pdf", "lunch.pdf"),
    (#"C:\scans\lunch.pdf"#, "lunch.pdf"), ("../../etc/passwd", "passwd"), ("..", "file"),
    (".", "file"), ("", "file"), ("/", "file"), (" a b ", "a b"),
    ("a\u{0}\u{1B}[2J.pdf", "a[2J.pdf"),
    ("чек.pdf", "чек.pdf"),
    (String(repeating: "я", count: 200), String(repeating: "я", count: 127)),
  ])
  func `a name is only a name`(given: String, name: String) {
    #expect(FileContents([], named: given).file.name == name)
  }

  @Test func `it is recorded as four members, and nothing else is read`() throws {
    let file = FileContents(Array("%PDF-1.7".utf8), named: "lunch.pdf").file
    #expect(KeptFile(file.json) == file)
    #expect(
      file.json.text
        == #"{"digest":"\#(file.digest)","name":"lunch.pdf","size":8,"type":"application/pdf"}"#)
    guard case .object(let members) = file.json else { throw CancellationError() }
    for (name, wrong) in [
      ("digest", JSONValue.string("sha256:")), ("name", "a/b"), ("name", ""), ("size", -1),
      ("size", "8"), ("type", 1), ("more", 1),
    ] {
      #expect(KeptFile(.object(members.merging([name: wrong]) { $1 })) == nil, "\(name) \(wrong)")
    }
    for name in members.keys {
      #expect(KeptFile(.object(members.filter { $0.key != name })) == nil)
    }
  }

  @Test func `a file is read whole, and what is none says so`() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    let path = "\(folder.path)/a b.bin"
    try Data(bytes).write(to: URL(filePath: path))
    let contents = try FileContents(readingFrom: path, atMost: bytes.count)
    #expect(contents.bytes == bytes && contents.file.name == "a b.bin")
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    let refused: [(String, Refusal.Code)] = [
      (path, .fileTooBig), ("\(folder.path)/none", .noSuchFile), ("\(path)/none", .noSuchFile),
      (folder.path, .notAFile), ("/dev/zero", .notAFile), ("\(folder.path)/pipe", .notAFile),
      (String(repeating: "a", count: 5000), .fileUnreadable),
    ]
    for (path, code) in refused {
      #expect("\(path)") {
        try FileContents(readingFrom: path, atMost: bytes.count - 1)
      } throws: { ($0 as? Refusal)?.code == code }
    }
  }
}

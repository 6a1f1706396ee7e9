import Glibc
import PrivateFiles
import TestSupport
import Testing

/// Files that are replaced as a whole.
struct PrivateFileReplacingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file is made and replaced for its owner alone, and nothing is left beside it`()
    throws
  {
    let path = try folder.write("an older and much longer text", to: "file", mode: 0o644)
    try PrivateFile.replace(path, with: Array("new".utf8))
    #expect(try folder.mode("file") == 0o600)
    #expect(try PrivateFile.read(path, upTo: 100) == Array("new".utf8))
    try PrivateFile.replace(path, with: [])
    #expect(try PrivateFile.read(path, upTo: 100) == [])
    try folder.write("left by another", to: "other.new", mode: 0o666)
    try PrivateFile.replace(folder.file("other"), with: [1])
    #expect(try folder.mode("other") == 0o600)
    #expect(try folder.names() == ["file", "other"])
  }

  @Test func `a file that cannot be written stays as it is`() throws {
    let path = try folder.write("old", to: "file")
    mkdir("\(path).new", 0o700)
    #expect(throws: PrivacyError.self) { try PrivateFile.replace(path, with: [1]) }
    #expect(try PrivateFile.read(path, upTo: 100) == Array("old".utf8))
    #expect(throws: PrivacyError.self) {
      try PrivateFile.replace(folder.file("none/file"), with: [1])
    }
  }
}

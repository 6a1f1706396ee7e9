import Glibc
import PrivateFiles
import TestSupport
import Testing

/// Files that are written whole.
struct WholeFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file gets the rights that are wanted, and nothing is left beside it`() throws {
    let path = folder.file("script")
    for mode in [0o600, 0o644, 0o700] as [mode_t] {
      try WholeFile.replace(path, with: [1], mode: mode, draft: "\(path).7.new")
      #expect(try folder.mode("script") == Int(mode))
    }
    #expect(try folder.names() == ["script"] && folder.bytes(of: "script") == [1])
  }

  @Test func `what cannot be put in its place leaves it as it was, and no draft`() throws {
    let path = try folder.write("old", to: "script")
    mkdir(folder.file("other"), 0o700)
    #expect(throws: FileFault(EISDIR, at: folder.file("other"))) {
      try WholeFile.replace(folder.file("other"), with: [1], draft: folder.file("draft"))
    }
    #expect(throws: FileFault(ENOENT, at: path)) {
      try WholeFile.replace(path, with: [1], draft: folder.file("none/draft"))
    }
    #expect(try folder.names() == ["other", "script"])
    #expect(try folder.bytes(of: "script") == Array("old".utf8))
  }

  @Test func `of two that make a file one has made it, and it is whole`() throws {
    let path = folder.file("key")
    #expect(try WholeFile.make(path, with: Array("first".utf8)))
    #expect(try !WholeFile.make(path, with: Array("second".utf8)))
    #expect(try folder.bytes(of: "key") == Array("first".utf8))
    #expect(try folder.names() == ["key"] && folder.mode("key") == 0o600)
    #expect(throws: FileFault(ENOENT, at: folder.file("none/key"))) {
      try WholeFile.make(folder.file("none/key"), with: [])
    }
  }
}

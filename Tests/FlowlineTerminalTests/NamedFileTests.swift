import Glibc
import TestSupport
import Testing

@testable import FlowlineTerminal

/// Files that a person names: scripts, recordings, failures.
struct NamedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(of name: String) throws -> String {
    String(decoding: try folder.bytes(of: name), as: UTF8.self)
  }

  @Test func `a new file is for its owner alone, and nothing is left beside it`() throws {
    try NamedFile.write("one\n", to: folder.file("script"))
    #expect(try folder.mode("script") == 0o600)
    #expect(try text(of: "script") == "one\n" && folder.names() == ["script"])
  }

  @Test func `a file that exists keeps its rights, and a link leads to it still`() throws {
    let path = try folder.write("one\n", to: "script", mode: 0o644)
    #expect(symlink(path, folder.file("link")) == 0)
    try NamedFile.write("two\n", to: folder.file("link"))
    #expect(try folder.mode("script") == 0o644 && text(of: "script") == "two\n")
    var facts = stat()
    #expect(lstat(folder.file("link"), &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    #expect(try folder.names() == ["link", "script"])
  }

  @Test func `a file is made once, and one that is there is left as it is`() throws {
    #expect(try NamedFile.make("one\n", at: folder.file("script")))
    #expect(try folder.mode("script") == 0o600)
    #expect(try !NamedFile.make("two\n", at: folder.file("script")))
    #expect(try text(of: "script") == "one\n" && folder.names() == ["script"])
  }

  @Test func `what is no file is written into, or refused`() throws {
    try NamedFile.write("two\n", to: "/dev/null")
    var facts = stat()
    #expect(stat("/dev/null", &facts) == 0 && facts.st_mode & S_IFMT == S_IFCHR)
    #expect(throws: NamedFile.Failure(path: folder.path, code: EISDIR)) {
      try NamedFile.write("two\n", to: folder.path)
    }
  }

  @Test func `what cannot be written is told by its own name, and leaves nothing`() throws {
    let path = folder.file("none/script")
    #expect(throws: NamedFile.Failure(path: path, code: ENOENT)) {
      try NamedFile.write("one\n", to: path)
    }
    let old = try folder.write("one\n", to: "script")
    mkdir("\(old).\(getpid()).new", 0o700)
    #expect(throws: NamedFile.Failure.self) { try NamedFile.write("two\n", to: old) }
    #expect(try text(of: "script") == "one\n")
  }
}

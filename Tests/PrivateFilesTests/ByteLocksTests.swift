import Glibc
import PrivateFiles
import TestSupport
import Testing

/// Locks on bytes, which keep out whoever has opened the file for themselves.
struct ByteLocksTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Opens the file twice, as two processes do.
  private func withTwo(_ body: (_ mine: ByteLocks, _ theirs: ByteLocks) throws -> Void) throws {
    let path = try folder.write("", to: "locks")
    let descriptors = [open(path, O_RDWR | O_CLOEXEC), open(path, O_RDWR | O_CLOEXEC)]
    defer { for descriptor in descriptors { close(descriptor) } }
    try body(
      ByteLocks(of: descriptors[0], path: path), ByteLocks(of: descriptors[1], path: path))
  }

  @Test func `one holder at a time, in this process too`() throws {
    try withTwo { (mine, theirs) throws in
      #expect(try mine.take(3..<4))
      #expect(try !theirs.take(3..<4) && theirs.areTaken(3..<4))
      #expect(!mine.areTaken(3..<4), "one's own lock is in nobody's way")
      mine.release(3..<4)
      #expect(!theirs.areTaken(3..<4))
      #expect(try theirs.take(3..<4) && mine.areTaken(3..<4))
    }
  }

  @Test func `bytes are locked one by one, and all at once`() throws {
    try withTwo { (mine, theirs) throws in
      #expect(try mine.take(0..<1) && theirs.take(1..<2))
      #expect(try !mine.take(0..<2))
      theirs.release(0..<2)
      #expect(try mine.take(0..<2) && theirs.areTaken(1..<2))
    }
  }

  @Test func `what is no open file is a fault`() {
    #expect(throws: FileFault(EBADF, at: "nowhere")) {
      try ByteLocks(of: -1, path: "nowhere").take(0..<1)
    }
  }
}

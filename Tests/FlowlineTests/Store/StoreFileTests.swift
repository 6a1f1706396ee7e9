import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Flowline

/// Who holds a session's file, and until when.
struct StoreFileTests {
  private let folder: TemporaryFolder
  /// Not there yet.
  private var path: String { folder.file("session.flow") }

  init() throws { folder = try TemporaryFolder() }

  private func make() throws -> StoreFile {
    let draft = try StoreFile.draft(of: path)
    #expect(rename(draft.path, path) == 0)
    return draft
  }

  @Test func `two have a session only one after the other`() throws {
    var first: StoreFile? = try make()
    #expect(throws: StoreFailure.self) { try StoreFile.locked(path) }
    withExtendedLifetime(first) {}
    first = nil
    _ = try StoreFile.locked(path)
  }

  @Test func `who cleans up keeps nobody from a draft that became a session`() throws {
    var draft: StoreFile? = try StoreFile.draft(of: path)
    let name = try #require(draft?.path)
    let cleaner = try StoreFile(opening: name, for: .writing)
    #expect(rename(name, path) == 0)
    draft = nil
    #expect(try cleaner.lock(.draft))
    try withExtendedLifetime(cleaner) { _ = try StoreFile.locked(path) }
  }

  @Test func `who cleans up has no draft that somebody works on`() throws {
    let draft = try StoreFile.draft(of: path)
    StoreFile.removeAbandoned(draft.path)
    #expect(draft.isCurrent)
  }

  /// A process shares its files with one that it starts, until that runs its program.
  @Test func `a session that was closed is free, also while a process is being started`() throws {
    var file: StoreFile? = try make()
    let shared = try #require(descriptor(of: path))
    let copy = fcntl(shared, F_DUPFD_CLOEXEC, 0)
    defer { close(copy) }
    #expect(copy >= 0)
    withExtendedLifetime(file) {}
    file = nil
    _ = try StoreFile.locked(path)
  }

  /// A descriptor of this process that is open on a file.
  private func descriptor(of path: String) -> Int32? {
    var wanted = stat()
    guard stat(path, &wanted) == 0 else { return nil }
    return (0..<4096).first { descriptor in
      var facts = stat()
      return fstat(descriptor, &facts) == 0 && facts.st_ino == wanted.st_ino
        && facts.st_dev == wanted.st_dev
    }
  }
}

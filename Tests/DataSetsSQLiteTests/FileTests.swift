import DataSetTesting
import DataSets
import FoundationEssentials
import GRDB
import Glibc
import ServiceBasics
import TestSupport
import Testing

@testable import DataSetsSQLite

/// The file of copies: whose it is, what else it may be, and what may be wrong with it.
@Suite struct FileTests {
  private let folder: TemporaryFolder
  private let scope = DataSetScope(kind: "number")
  private let name = "copies.sqlite"

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.file(name) }

  private func keep(_ text: String, in store: SQLiteCopyStore) {
    guard let ticket = store.takeTicket() else { return }
    store.keep(
      NewCopy(interval: nil, readAt: .noon, ticket: ticket, json: [UInt8](text.utf8)),
      of: scope, for: "ada", readWith: nil)
  }

  private func text(in store: SQLiteCopyStore) -> String? {
    store.copy(of: scope, for: "ada").map { String(decoding: $0.copy.json, as: UTF8.self) }
  }

  /// A file with a copy, without a log of writes beside it.
  private func makeFile(_ text: String = "1") throws -> [UInt8] {
    do {
      let store = SQLiteCopyStore(folder: folder.path)
      keep(text, in: store)
      #expect(store.notes == [])
    }
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    try queue.close()
    return try folder.bytes(of: name)
  }

  private func clear() throws {
    for name in try folder.names() { #expect(remove(folder.file(name)) == 0) }
  }

  private func replace(with bytes: some Sequence<UInt8>) throws {
    try clear()
    try folder.put(bytes, as: name)
    #expect(chmod(path, 0o600) == 0)
  }

  @Test func `folder and file are their owner's alone, and marked`() throws {
    let store = SQLiteCopyStore(folder: folder.file("a/b"))
    keep("1", in: store)
    func mode(_ path: String) -> mode_t {
      var facts = stat()
      return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }
    #expect(mode(folder.file("a")) == 0o700)
    #expect(mode(folder.file("a/b")) == 0o700)
    for suffix in ["", "-wal", "-shm"] { #expect(mode(store.path + suffix) == 0o600) }
    let id = try DatabaseQueue(path: store.path).read {
      try Int32.fetchOne($0, sql: "PRAGMA application_id")
    }
    #expect(id == CopySchema.applicationID)
  }

  @Test func `nobody's copies are shown from a file that others can read`() throws {
    _ = try makeFile()
    #expect(chmod(path, 0o644) == 0)
    let store = SQLiteCopyStore(folder: folder.path)
    #expect(text(in: store) == nil)
    keep("2", in: store)
    #expect(store.notes.map(\.code) == [.notPrivate])
    #expect(chmod(path, 0o600) == 0)
    #expect(text(in: SQLiteCopyStore(folder: folder.path)) == "1")
  }

  @Test func `what is something else is left as it is, with a note`() throws {
    let other = folder.file("other.sqlite")
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE notes (text)") }
    let databases = try folder.bytes(of: "other.sqlite")
    let texts = Array(String(repeating: "something else\n", count: 100).utf8)
    for bytes in [databases, texts] {
      try replace(with: bytes)
      let store = SQLiteCopyStore(folder: folder.path)
      keep("1", in: store)
      #expect(text(in: store) == nil)
      store.removeCopies(of: nil)
      #expect(store.notes.map(\.code) == [.foreign])
      #expect(try folder.bytes(of: name) == bytes)
    }
  }

  @Test func `links, pipes and folders are no files of copies, and hold nobody up`() throws {
    for make: (String) -> Int32 in [{ mkfifo($0, 0o600) }, { mkdir($0, 0o700) }] {
      try clear()
      #expect(make(path) == 0)
      let store = SQLiteCopyStore(folder: folder.path)
      keep("1", in: store)
      #expect(text(in: store) == nil)
      #expect(store.notes.map(\.code) == [.notPrivate])
    }
  }

  @Test func `a later version's file is left as it is, with a note`() throws {
    _ = try makeFile()
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('later')")
    }
    let store = SQLiteCopyStore(folder: folder.path)
    keep("2", in: store)
    #expect(text(in: store) == nil)
    #expect(store.notes.map(\.code) == [.tooNew])
  }

  @Test func `no changed byte makes another value of a copy, and none does harm`() throws {
    let kept = String(repeating: "0123456789", count: 60)
    let whole = try makeFile(kept)
    let random = Randomness(seed: 1)
    // Bytes of the row, and others.
    let value = try #require(whole.firstRange(of: Array(kept.utf8)))
    let near = (value.lowerBound - 200)..<min(value.upperBound + 50, whole.count)
    let far = (0..<(runsLongTests ? 200 : 40)).map { _ in random.below(whole.count) }
    let step = runsLongTests ? 3 : 17
    for index in Array(near).filter({ $0.isMultiple(of: step) }) + far {
      var bytes = whole
      bytes[index] ^= UInt8(1 + random.below(255))
      try replace(with: bytes)
      let store = SQLiteCopyStore(folder: folder.path)
      let found = text(in: store)
      #expect(found == nil || found == kept, "byte \(index)")
      keep("2", in: store)
    }
  }

  @Test func `a file that is cut off anywhere does no harm, and is replaced`() throws {
    let whole = try makeFile()
    var replaced = 0
    let step = runsLongTests ? 997 : 3989
    for length in stride(from: 0, to: whole.count, by: step) {
      try replace(with: whole[..<length])
      let store = SQLiteCopyStore(folder: folder.path)
      #expect(text(in: store) == nil || text(in: store) == "1")
      keep("2", in: store)
      keep("2", in: store)
      let next = SQLiteCopyStore(folder: folder.path)
      if text(in: next) == "2" { replaced += 1 }
    }
    #expect(replaced > whole.count / step / 2)
  }

  @Test func `a damaged file is replaced by a new one, with a note`() throws {
    let whole = try makeFile()
    var bytes = whole
    // The pages, not the header.
    for index in stride(from: 4096, to: bytes.count, by: 7) { bytes[index] = 0xff }
    try replace(with: bytes)
    let store = SQLiteCopyStore(folder: folder.path)
    #expect(text(in: store) == nil)
    #expect(store.notes.first?.code == .damaged)
    keep("2", in: store)
    #expect(text(in: store) == "2")
  }

  @Test func `what is too large is not kept, with a note`() throws {
    let store = SQLiteCopyStore(folder: folder.path, limit: 16)
    keep(String(repeating: "1", count: 17), in: store)
    #expect(store.notes.map(\.code) == [.tooLarge])
    #expect(text(in: store) == nil)
  }

  @Test func `a folder that cannot be made is done without, with one note`() throws {
    try folder.put("".utf8, as: "file")
    let store = SQLiteCopyStore(folder: folder.file("file/copies"))
    for _ in 1...3 { keep("1", in: store) }
    #expect(text(in: store) == nil)
    #expect(store.notes.count == 1)
    #expect(try #require(store.notes.first).description.contains(folder.path))
  }

  @Test func `a full disk is done without, with a note`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let scope = DataSetScope(kind: "number")
      func keep(_ text: String, in store: SQLiteCopyStore) throws {
        let ticket = try #require(store.takeTicket())
        store.keep(
          NewCopy(interval: nil, readAt: .noon, ticket: ticket, json: [UInt8](text.utf8)),
          of: scope, for: "ada", readWith: nil)
      }
      let store = SQLiteCopyStore(folder: folder.path)
      try keep("1", in: store)
      // Room for a little of the next.
      var few = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &few)
      signal(SIGXFSZ, SIG_IGN)
      try keep(String(repeating: "2", count: 1 << 20), in: store)
      try #require(store.notes.map(\.code) == [.unwritable])
      try #require(store.copy(of: scope, for: "ada")?.copy.json == [UInt8]("1".utf8))
    }
  }

  @Test func `what was removed is in no file any more`() throws {
    let store = SQLiteCopyStore(folder: folder.path)
    keep("a secret sum", in: store)
    store.learn("ada", speaksThrough: "digest")
    store.removeCopies(of: "ada")
    for name in try folder.names() where !name.hasSuffix("-shm") {
      let bytes = try folder.bytes(of: name)
      #expect(bytes.firstRange(of: Array("a secret sum".utf8)) == nil)
    }
  }

  @Test func `copies that cannot be removed take their file with them`() throws {
    let store = SQLiteCopyStore(folder: folder.path)
    keep("1", in: store)
    try DatabaseQueue(path: path).write { try $0.execute(sql: "DROP TABLE copies") }
    store.removeCopies(of: "ada")
    #expect(try folder.names() == [])
    keep("2", in: store)
    #expect(text(in: store) == "2")
  }

  @Test func `the files of an earlier version are removed, and nothing else`() throws {
    let old = "flowline-bank-copy 1 0\n{}\n1\n"
    #expect(mkdir(folder.file("1a2b"), 0o700) == 0)
    #expect(mkdir(folder.file("mine"), 0o700) == 0)
    for name in ["accounts.copy", "1a2b/accounts.copy", "1a2b/goals.copy"] {
      try folder.put(old.utf8, as: name)
    }
    try folder.put("half".utf8, as: "1a2b/.goals.copy.1x.new")
    for name in ["mine.copy", "mine/notes.txt"] { try folder.put("mine".utf8, as: name) }
    try folder.put(old.utf8, as: "mine/notes.text")
    #expect(symlink("accounts.copy", folder.file("link.copy")) == 0)
    let store = SQLiteCopyStore(folder: folder.path)
    _ = store.takeTicket()
    #expect(
      try folder.names().filter { !$0.hasPrefix(name) } == ["link.copy", "mine", "mine.copy"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("mine")).sorted()
        == ["notes.text", "notes.txt"])
  }
}

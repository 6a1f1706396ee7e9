import Bank
import FoundationEssentials
import Glibc
import Testing

@testable import BankServices

/// Files that are not what they should be.
@Suite struct CopyFileTests {
  private let folder: TemporaryFolder
  private let clock = TestClock()
  private let name = "accounts.copy"

  init() throws { folder = try TemporaryFolder() }

  private func read(_ cache: CacheFolder, number: Int = 7) throws -> Known<Int> {
    let setting = Setting(cache: cache, clock: clock)
    setting.desk.number = number
    setting.desk.hold()
    let reader = setting.turns.start { try await setting.service.current() }
    setting.turns.settle()
    defer { setting.turns.settle() }
    defer { setting.desk.release() }
    if !reader.isFinished {
      setting.desk.release()
      setting.turns.settle()
    }
    return try reader.value()
  }

  private func copy() throws -> [UInt8] {
    _ = try read(CacheFolder(folder.path))
    return try folder.bytes(of: name)
  }

  @Test func `a copy is three lines`() throws {
    let text = String(decoding: try copy(), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4)
    #expect(lines.first?.hasPrefix("flowline-bank-copy 1 ") == true)
    #expect(lines[1] == #"{"kind":"accounts","readAt":"2026-11-20T12:00:00.000Z"}"#)
    #expect(lines[2] == "7")
  }

  @Test func `no changed byte goes unseen, and none does harm`() throws {
    let whole = try copy()
    let magic = "flowline-bank-copy ".utf8.count
    for index in whole.indices {
      for change: UInt8 in [1, 0x20, 0x80, 0xff] {
        var bytes = whole
        bytes[index] ^= change
        let path = folder.file(name)
        let found = Result { () throws(CacheNote) in try CopyFile(reading: bytes, at: path) }
        guard case .failure(let note) = found else {
          Issue.record("byte \(index) was changed by \(change), and nobody saw it")
          continue
        }
        #expect(index < magic ? note.code == .foreign : note.code != .foreign)
      }
    }
  }

  @Test func `no cut goes unseen`() throws {
    let whole = try copy()
    for length in whole.indices {
      #expect(throws: CacheNote.self) {
        try CopyFile(reading: Array(whole[..<length]), at: folder.file(name))
      }
    }
  }

  @Test func `a damaged copy is ignored with a note, and the next takes its place`() throws {
    var bytes = try copy()
    bytes[bytes.count - 2] ^= 1
    try folder.put(bytes, as: name)
    let cache = CacheFolder(folder.path)
    #expect(try read(cache, number: 8) == Known(8))
    #expect(cache.notes.map(\.code) == [.damaged])
    #expect(try read(CacheFolder(folder.path)).value == 8)
  }

  @Test func `a copy of something that cannot be read any more is damaged`() throws {
    let other = try CopyFile(
      CopyFile.Header(kind: "accounts", subject: nil, readAt: .noon), ["not": "a number"])
    try folder.put(other.bytes, as: name)
    let cache = CacheFolder(folder.path)
    #expect(try read(cache) == Known(7))
    #expect(cache.notes.map(\.code) == [.damaged])
  }

  @Test(arguments: [
    ("something else\n", CacheNote.Code.foreign),
    ("flowline-bank-copy 2 0\nwhatever comes\n", .tooNew),
    (String(repeating: "x", count: 5000), .tooLarge),
  ])
  func `what is not ours to replace is left as it is, with a note`(
    text: String, code: CacheNote.Code
  ) throws {
    try folder.put(text.utf8, as: name)
    let cache = CacheFolder(folder.path, limit: 4096)
    #expect(try read(cache) == Known(7))
    #expect(cache.notes.map(\.code) == [code])
    #expect(try folder.bytes(of: name) == Array(text.utf8))
  }

  @Test func `a copy of another data set is not taken for this one`() throws {
    let other = try CopyFile(CopyFile.Header(kind: "goals", subject: nil, readAt: .noon), 1)
    try folder.put(other.bytes, as: name)
    let cache = CacheFolder(folder.path)
    #expect(try read(cache) == Known(7))
    #expect(cache.notes.map(\.code) == [.foreign])
  }

  @Test func `links, pipes and folders are no copies, and hold nobody up`() throws {
    let whole = try copy()
    let path = folder.file(name)
    try folder.put(whole, as: "elsewhere")
    for make: (String) -> Int32 in [
      { symlink("elsewhere", $0) }, { mkfifo($0, 0o600) }, { mkdir($0, 0o700) },
    ] {
      #expect(remove(path) == 0)
      #expect(make(path) == 0)
      let cache = CacheFolder(folder.path)
      #expect(try read(cache) == Known(7))
      #expect(cache.notes.map(\.code) == [.foreign])
    }
  }

  @Test func `what is too large is not written, with a note`() throws {
    let cache = CacheFolder(folder.path, limit: 16)
    #expect(try read(cache) == Known(7))
    #expect(cache.notes.map(\.code) == [.tooLarge])
    #expect(try folder.names() == [])
  }

  @Test func `whoever reads while others write finds a whole copy`() async throws {
    let place = ShelfPlace(kind: .accounts)
    let lists = (0..<4).map { writer in Array(repeating: writer, count: 20_000) }
    let path = folder.path
    let write: @Sendable (Int, Int) -> Void = { writer, number in
      let shelf = Shelf<[Int]>(CacheFolder(path), place)
      shelf.keep(lists[writer], readAt: .noon, read: number, holder: nil, now: .noon)
    }
    write(0, 1)
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask { for number in 1...10 { write(writer, number) } }
      }
      group.addTask {
        let cache = CacheFolder(path)
        for _ in 1...40 {
          let found = Shelf<[Int]>(cache, place).find(for: nil)
          #expect(found.map { lists.contains($0.value) } == true)
        }
        #expect(cache.notes == [])
      }
    }
    #expect(try folder.names() == [name])
  }
}

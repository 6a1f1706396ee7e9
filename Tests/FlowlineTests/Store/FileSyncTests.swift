import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import Flowline

/// Rule 13: what a store of files makes durable, and when.
struct FileSyncTests {
  private let temporary: TemporaryFolder
  private var base: String { temporary.path }
  private let session = UUID()

  init() throws { temporary = try TemporaryFolder() }

  /// What was synced since the last look, in order, by its path under the base.
  private final class Syncs: Sendable {
    private let paths = Mutex<[String]>([])

    func add(_ path: String) { paths.withLock { $0.append(path) } }

    func take(below base: String) -> [String] {
      paths.withLock { paths in
        defer { paths = [] }
        return paths.map { $0.hasPrefix(base) ? String($0.dropFirst(base.count)) : $0 }
      }
    }
  }

  private func store(_ folder: String, _ syncs: Syncs) -> FileStore {
    var store = FileStore(folder: folder)
    store.medium.sync = { (file) throws(StoreFailure) in
      // The name of a draft is random.
      syncs.add(file.path.hasSuffix(StoreFile.draftSuffix) ? "draft" : file.path)
      try file.sync()
    }
    store.medium.syncFolder = { (folder) throws(StoreFailure) in
      syncs.add(folder)
      try StoreFile.syncFolder(folder)
    }
    return store
  }

  @Test func `a first durable line syncs its file and every folder with a new name`() throws {
    let syncs = Syncs()
    let store = store("\(base)/state/sessions", syncs)
    let record = try store.begin(session)
    try record.append("held\n", isDurable: false)
    #expect(syncs.take(below: base) == [])
    try record.append("one\n", isDurable: true)
    #expect(syncs.take(below: base) == ["", "/state", "draft", "/state/sessions"])
    // From now on only the file has anything new.
    try record.append("two\n", isDurable: false)
    #expect(syncs.take(below: base) == [])
    try record.append("three\n", isDurable: true)
    #expect(syncs.take(below: base) == ["draft"])
    record.close()

    let name = "/state/sessions/\(session.uuidString.lowercased()).flow"
    let again = try store.open(session)
    try again.append("four\n", isDurable: true)
    #expect(syncs.take(below: base) == [name])
    try again.replace(with: "five\n")
    #expect(syncs.take(below: base) == ["draft", "/state/sessions"])
    again.close()
    try store.remove(session)
    #expect(syncs.take(below: base) == ["/state/sessions"])
  }

  @Test func `a folder that cannot be synced is a failure, not a session`() throws {
    var store = FileStore(folder: "\(base)/sessions")
    store.medium.syncFolder = { (folder) throws(StoreFailure) in
      throw StoreFailure(.notSynced, at: folder, "Input/output error")
    }
    let record = try store.begin(session)
    let failure = #expect(throws: StoreFailure.self) {
      try record.append("one\n", isDurable: true)
    }
    #expect(failure?.code == .notSynced)
    record.close()
  }

  @Test func `a folder without a slash in front is made where the process is`() throws {
    let name = "flowline-\(UUID().uuidString.lowercased())"
    defer { try? FileManager.default.removeItem(atPath: name) }
    let syncs = Syncs()
    try StoreFile.makeFolder("\(name)/sessions") { (folder) throws(StoreFailure) in
      syncs.add(folder)
    }
    #expect(syncs.take(below: name) == [".", ""])
  }

  @Test func `files and folders are really synced`() throws {
    // The kernel syncs nothing of its own file system of processes, and says so.
    let file = try StoreFile(opening: "/proc/self/comm", for: .writing)
    let medium = FileRecord.Medium()
    #expect(#expect(throws: StoreFailure.self) { try medium.sync(file) }?.code == .notSynced)
    #expect(
      #expect(throws: StoreFailure.self) { try medium.syncFolder("/proc") }?.code == .notSynced)
  }
}

import Flowline
import FoundationEssentials

/// A store of files with one thing wrong, to show that the suite finds it.
struct FaultyStore: SessionStore {
  enum Fault: String, CaseIterable, Sendable {
    /// Records keep nobody else out.
    case unlocked
    /// Lines that need not be durable are lost with the next that must.
    case forgetful
    /// Replacing throws away what was there.
    case destructive
    /// The list has the last changed last.
    case unordered
    /// The list has more than was asked for.
    case unlimited
    /// Closing does not let go.
    case clinging
    /// A second session of the same id takes the place of the first.
    case overwriting
    /// Cutting does nothing.
    case uncut
    /// Removing does nothing.
    case keeping
    /// What cannot be found is made.
    case obliging
    /// A record that has failed stays so.
    case stuck
    /// A record that recovers has what could not be written.
    case credulous
    /// Records have no place for files.
    case fileless
    /// All records have one place for files.
    case sharing
    /// Files are there as long as their record is open.
    case leaking
  }

  let base: FileStore
  let folder: String
  let fault: Fault
  private let shared = MemoryFiles()

  init(_ fault: Fault, folder: String) {
    self.fault = fault
    self.folder = folder
    base = FileStore(folder: folder)
  }

  func begin(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    if fault == .overwriting, (try? base.open(session)) != nil { try base.remove(session) }
    return record(try base.begin(session))
  }

  func open(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    do throws(StoreFailure) {
      return record(try base.open(session))
    } catch {
      switch (fault, error.code) {
      case (.unlocked, .inUse):
        let other = FileStore(folder: "\(folder)/\(UUID().uuidString.lowercased())")
        return record(try other.begin(session))
      case (.obliging, .notFound): return record(try base.begin(session))
      default: throw error
      }
    }
  }

  private func record(_ base: any SessionRecord) -> FaultyRecord {
    let files: (any KeptFiles)? =
      switch fault {
      case .fileless: nil
      case .sharing: shared
      case .leaking: MemoryFiles()
      default: base.files
      }
    return FaultyRecord(base, files, fault)
  }

  func sessions(limit: Int?) throws(StoreFailure) -> [StoredSession] {
    switch fault {
    case .unordered:
      let all = try base.sessions().reversed()
      return Array(all.prefix(limit ?? all.count))
    case .unlimited: return try base.sessions()
    default: return try base.sessions(limit: limit)
    }
  }

  func remove(_ session: UUID) throws(StoreFailure) {
    if fault == .keeping { return try base.open(session).close() }
    try base.remove(session)
  }
}

/// `@unchecked`: used by one thread at a time.
private final class FaultyRecord: SessionRecord, @unchecked Sendable {
  private let base: any SessionRecord
  let files: (any KeptFiles)?
  private let fault: FaultyStore.Fault
  /// What could not be written.
  private var lost = ""

  init(
    _ base: any SessionRecord, _ files: (any KeptFiles)?, _ fault: FaultyStore.Fault
  ) {
    self.base = base
    self.files = files
    self.fault = fault
  }

  var session: UUID { base.session }
  func contents() throws(StoreFailure) -> [UInt8] { try base.contents() + lost.utf8 }

  func append(_ lines: String, isDurable: Bool) throws(StoreFailure) {
    if fault == .forgetful && !isDurable { return }
    do throws(StoreFailure) {
      try base.append(lines, isDurable: isDurable)
    } catch {
      if fault == .credulous { lost += lines }
      throw error
    }
  }

  func recover() throws(StoreFailure) {
    if fault != .stuck { try base.recover() }
  }

  func cut(to length: Int) throws(StoreFailure) {
    if fault != .uncut { try base.cut(to: length) }
  }

  func replace(with text: String) throws(StoreFailure) {
    guard fault == .destructive else { return try base.replace(with: text) }
    try base.cut(to: 0)
    try base.append(text, isDurable: true)
  }

  func close() {
    if fault != .clinging { base.close() }
  }
}

import Flowline
import FoundationEssentials
import Synchronization

/// The record of a session in a process that may die at any write.
final class MortalRecord: SessionRecord {
  let session: UUID
  private let doom: Doom
  /// Lines for which nobody has asked yet that they last.
  private let held = Mutex("")

  init(of session: UUID, _ doom: Doom) {
    self.session = session
    self.doom = doom
  }

  private var kept: [UInt8] { doom.home.record.withLock { $0 ?? [] } }

  func contents() throws(StoreFailure) -> [UInt8] { kept + Array(held.withLock { $0 }.utf8) }

  func append(_ lines: String, isDurable: Bool) throws(StoreFailure) {
    try checkAlive()
    let news = held.withLock { held in
      held += lines
      guard isDurable else { return "" }
      defer { held = "" }
      return held
    }
    guard isDurable else { return }
    let extent = doom.write()
    let bytes = Array(news.utf8)
    let written =
      switch extent {
      case .nothing: bytes[..<0]
      case .half: bytes[..<(bytes.count / 2)]
      case .all, nil: bytes[...]
      }
    // A record is made with its first durable lines, whole or not at all.
    if extent != .half || doom.home.record.withLock({ $0 != nil }), !written.isEmpty {
      doom.home.record.withLock { $0 = ($0 ?? []) + written }
    }
    if extent != nil { doom.die() }
    try checkAlive()
  }

  func cut(to length: Int) throws(StoreFailure) {
    try checkAlive()
    doom.home.record.withLock { $0 = $0.map { Array($0.prefix(length)) } }
  }

  func replace(with text: String) throws(StoreFailure) {
    try checkAlive()
    doom.home.record.withLock { $0 = Array(text.utf8) }
  }

  func close() {}

  private func checkAlive() throws(StoreFailure) {
    guard !doom.isDead else { throw StoreFailure(.closed, at: "the record", "its process is dead") }
  }
}

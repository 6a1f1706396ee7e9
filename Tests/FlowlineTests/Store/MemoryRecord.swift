import Flowline
import FoundationEssentials

/// A record in memory that can be told to fail, and that tells what is durable.
final class MemoryRecord: SessionRecord, @unchecked Sendable {
  // Used by the thread that drives the controller, and by its test when that has settled.
  let session = SessionOptions.test.session ?? UUID()
  var text = ""
  private(set) var durable = ""
  private(set) var syncs = 0
  private(set) var setAside: [String] = []
  private(set) var isClosed = false
  private var next: MemoryRecord?
  var failure: StoreFailure?
  var onSync: (String) -> Void = { _ in }
  var onClose: () -> Void = {}

  /// The record that was opened last.
  var latest: MemoryRecord { next?.latest ?? self }

  /// The record as a new process finds it: what is durable, and what was written and not synced.
  func reopened() -> MemoryRecord {
    let record = MemoryRecord()
    record.text = text
    record.durable = durable
    next = record
    return record
  }

  func contents() -> [UInt8] { Array(text.utf8) }

  func append(_ lines: String, isDurable: Bool) throws(StoreFailure) {
    if let failure { throw failure }
    text += lines
    guard isDurable else { return }
    durable = text
    syncs += 1
    onSync(text)
  }

  func cut(to length: Int) { text = String(decoding: text.utf8.prefix(length), as: UTF8.self) }

  func replace(with text: String) throws(StoreFailure) {
    if let failure { throw failure }
    setAside.append(self.text)
    self.text = text
    durable = text
    syncs += 1
  }

  func close() {
    isClosed = true
    onClose()
  }
}

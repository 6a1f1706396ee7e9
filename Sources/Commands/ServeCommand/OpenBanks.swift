import SampleBank
import Synchronization

/// The sample banks whose files are open: if there are more than may be, those that were opened longest ago
/// are closed until they are asked for something again.
final class OpenBanks: Sendable {
  private struct Row {
    weak var bank: FileBank?
  }

  private let limit: Int
  private let rows = Mutex<[Row]>([])

  init(limit: Int) { self.limit = limit }

  /// Notes that a bank has been opened.
  func note(_ bank: FileBank) {
    let oldest = rows.withLock { rows -> [Row] in
      rows.append(Row(bank: bank))
      guard rows.count > limit else { return [] }
      rows.removeAll { $0.bank == nil }
      let oldest = Array(rows.prefix(max(0, rows.count - limit)))
      rows.removeFirst(oldest.count)
      return oldest
    }
    for row in oldest { row.bank?.close() }
  }
}

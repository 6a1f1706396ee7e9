import Days
import FreeAgentAPI
import Synchronization

/// How many postings each day of a list has, by which a page is found without those before it.
struct PostingCounts: Sendable {
  /// The days that have any, in their order.
  private let days: [(day: Day, count: Int)]

  /// How many postings there are.
  let total: Int

  init(_ counts: [Day: Int]) {
    days = counts.sorted { $0.key < $1.key }.map { (day: $0.key, count: $0.value) }
    total = counts.values.reduce(0, +)
  }

  /// The days that a page is of, and how many of their postings are on pages before it.
  struct Part: Hashable {
    var days: ClosedRange<Day>
    var skipped: Int
  }

  /// Where a page is; nil if the list ends before it.
  func part(of page: FreeAgent.PageRequest) -> Part? {
    let (offset, overflows) = (page.number - 1).multipliedReportingOverflow(by: page.size)
    guard !overflows, offset < total else { return nil }
    var before = 0
    var part: Part?
    for (day, count) in days {
      if before + count > offset {
        let begin = part ?? Part(days: day...day, skipped: offset - before)
        part = Part(days: begin.days.lowerBound...day, skipped: begin.skipped)
      }
      before += count
      if before >= offset + page.size { break }
    }
    return part
  }
}

/// What was counted of lists of postings, for as long as nothing is written.
///
/// It is the memory of one object alone: another that has the same file open raises the stamp too.
final class PostingCountCache: Sendable {
  /// Which postings were counted.
  struct Key: Hashable {
    var days: ClosedRange<Day>
    var code: String?
  }

  private struct State {
    var stamp: Int64 = 0
    var counts: [Key: PostingCounts] = [:]
  }

  private let state = Mutex(State())

  /// More lists than that are rarely read at once.
  private static let largestCount = 16

  /// What was counted at a stamp; nil if nothing was.
  func counts(of key: Key, at stamp: Int64) -> PostingCounts? {
    state.withLock { $0.stamp == stamp ? $0.counts[key] : nil }
  }

  /// Keeps what was counted at a stamp; what is older than something that is kept is not.
  func keep(_ counts: PostingCounts, of key: Key, at stamp: Int64) {
    state.withLock { state in
      guard stamp >= state.stamp else { return }
      if stamp > state.stamp || state.counts.count >= Self.largestCount { state.counts = [:] }
      state.stamp = stamp
      state.counts[key] = counts
    }
  }
}

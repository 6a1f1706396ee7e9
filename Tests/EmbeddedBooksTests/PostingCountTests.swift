import BooksTestSupport
import Days
import FreeAgentAPI
import Testing

@testable import EmbeddedBooks

/// Which days a page of postings is of, and how long what was counted is kept.
struct PostingCountTests {
  /// Three postings on the first day, none on the second, two on the third, five on the fourth.
  private func counts() throws -> PostingCounts {
    PostingCounts([
      try day("2026-09-04"): 5, try day("2026-09-01"): 3, try day("2026-09-03"): 2,
    ])
  }

  private func part(_ first: String, _ last: String, _ skipped: Int) throws -> PostingCounts.Part {
    PostingCounts.Part(days: try day(first)...(try day(last)), skipped: skipped)
  }

  @Test func `a page is of the days that its postings are on`() throws {
    let counts = try counts()
    #expect(counts.total == 10)
    #expect(try counts.part(of: .init(1, size: 3)) == part("2026-09-01", "2026-09-01", 0))
    #expect(try counts.part(of: .init(1, size: 4)) == part("2026-09-01", "2026-09-03", 0))
    #expect(try counts.part(of: .init(2, size: 4)) == part("2026-09-03", "2026-09-04", 1))
    #expect(try counts.part(of: .init(3, size: 4)) == part("2026-09-04", "2026-09-04", 3))
    #expect(try counts.part(of: .init(1, size: 100)) == part("2026-09-01", "2026-09-04", 0))
    #expect(counts.part(of: .init(2, size: 10)) == nil)
    #expect(counts.part(of: .init(Int.max, size: 100)) == nil)
    #expect(PostingCounts([:]).part(of: .init(1, size: 1)) == nil)
  }

  @Test func `every posting is on exactly one page`() throws {
    let counts = try counts()
    let days = ["2026-09-01", "2026-09-03", "2026-09-04"]
    let all = zip(days, [3, 2, 5]).flatMap { Array(repeating: $0, count: $1) }
    for size in 1...11 {
      var seen: [String] = []
      for number in 1...11 {
        guard let part = counts.part(of: .init(number, size: size)) else { continue }
        let within = all.filter { Day($0).map { part.days.contains($0) } ?? false }
        seen += within.dropFirst(part.skipped).prefix(size)
      }
      #expect(seen == all, "\(size)")
    }
  }

  @Test func `counts are kept until something is written`() throws {
    let cache = PostingCountCache()
    let days = try part("2026-09-01", "2026-09-30", 0).days
    let (all, one) = (
      PostingCountCache.Key(days: days, code: nil), PostingCountCache.Key(days: days, code: "285")
    )
    #expect(cache.counts(of: all, at: 1) == nil)
    cache.keep(try counts(), of: all, at: 1)
    #expect(cache.counts(of: all, at: 1)?.total == 10)
    #expect(cache.counts(of: one, at: 1) == nil && cache.counts(of: all, at: 2) == nil)
    cache.keep(PostingCounts([:]), of: one, at: 2)
    #expect(cache.counts(of: one, at: 2)?.total == 0 && cache.counts(of: all, at: 2) == nil)
    // One that began before and ends later has counted what is old.
    cache.keep(try counts(), of: all, at: 1)
    #expect(cache.counts(of: all, at: 1) == nil && cache.counts(of: one, at: 2)?.total == 0)
  }

  @Test func `no more lists are kept than are read at once`() throws {
    let cache = PostingCountCache()
    let days = try part("2026-09-01", "2026-09-30", 0).days
    let keys = (0..<17).map { PostingCountCache.Key(days: days, code: String($0)) }
    for key in keys { cache.keep(PostingCounts([:]), of: key, at: 1) }
    #expect(keys.filter { cache.counts(of: $0, at: 1) != nil }.count == 1)
    #expect(cache.counts(of: keys[16], at: 1) != nil)
  }
}

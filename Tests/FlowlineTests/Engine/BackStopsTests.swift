import TestSupport
import Testing

@testable import Flowline

/// Where going back leads, kept while the journal grows, against the plain definition.
struct BackStopsTests {
  /// The stops of a journal, with what they are asked for.
  private struct Stops {
    let entries: [JournalEntry]
    var stops = BackStops()

    var lastWrite: Int { stops.lastWrite }
    var answersSinceWrite: Int { stops.answersSinceWrite }

    init(_ entries: [JournalEntry]) {
      self.entries = entries
      for index in entries.indices {
        stops.record(index, of: Array(entries[...index]))
      }
    }

    func target(asking asked: (StepID, FrameRef)?) -> BackStops.Target {
      stops.target(asking: asked, in: entries)
    }

    func targets(asking asked: (StepID, FrameRef)?) -> [Int] {
      stops.targets(asking: asked, in: entries)
    }
  }

  private static func stops(of entries: [JournalEntry]) -> Stops { Stops(entries) }

  private func answer(_ id: StepID, isSkippedByBack: Bool = false) -> JournalEntry {
    JournalEntry(.answer, id, in: .root, .json(1), isSkippedByBack: isSkippedByBack)
  }

  @Test func `before the first answer there is nowhere to go`() {
    #expect(Self.stops(of: []).target(asking: nil) == .none)
    let stops = Self.stops(of: [answer("a", isSkippedByBack: true)])
    #expect(stops.target(asking: nil) == .none)
    #expect(stops.answersSinceWrite == 1)
  }

  @Test func `rule 12: what was written is never gone back over`() {
    let stops = Self.stops(of: [answer("a"), JournalEntry(.commit, "pay", in: .root), answer("b")])
    #expect(stops.targets(asking: nil) == [2])
    #expect(stops.lastWrite == 2)
    #expect(
      Self.stops(of: [answer("a"), JournalEntry(.done, "pay", in: .root)]).target(asking: nil)
        == .committed)
  }

  @Test func `rule 12: a flow that was left is passed over, with the answer that led into it`() {
    let entries = [
      answer("menu"), JournalEntry(.enter, "child", in: .root),
      JournalEntry(.answer, "b", in: .entered(at: 1), .json(1)),
      JournalEntry(.cancel, "child", in: .entered(at: 1), .json("user")),
    ]
    let stops = Self.stops(of: entries)
    #expect(stops.target(asking: ("other", .root)) == .found(0))
    #expect(stops.target(asking: ("menu", .root)) == .none)
  }

  @Test func `what was undone counts for nothing`() {
    var entries = [answer("a"), answer("b")]
    _ = entries.undo(from: 1)
    #expect(Self.stops(of: entries).targets(asking: nil) == [0])
  }

  /// Journals as nested flows write them: a flow ends only if it is the innermost.
  private func makeEntries(_ random: inout SeededNumbers) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    var open: [FrameRef] = [.root]
    let ids: [StepID] = ["a", "b", "c"]
    for _ in 0..<Int.random(in: 0..<40, using: &random) {
      let frame = open[open.count - 1]
      let id = ids[Int.random(in: 0..<3, using: &random)]
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<9:
        let isSkipped = Int.random(in: 0..<4, using: &random) == 0
        entries.append(
          JournalEntry(.answer, id, in: frame, .json(1), isSkippedByBack: isSkipped))
      case 9..<12:
        entries.append(JournalEntry(.enter, id, in: frame))
        open.append(.entered(at: entries.count - 1))
      case 12, 13:
        entries.append(JournalEntry(.refuse, id, in: frame))
      case 14 where open.count > 1:
        open.removeLast()
        entries.append(JournalEntry(.leave, id, in: open[open.count - 1]))
      case 15, 16:
        guard open.count > 1 else { continue }
        entries.append(JournalEntry(.cancel, id, in: frame, .json("user")))
        open.removeLast()
      case 17: entries.append(JournalEntry(.load, id, in: frame))
      case 18:
        guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
        entries.append(JournalEntry(.commit, id, in: frame))
        entries.append(JournalEntry(.done, id, in: frame))
      default:
        // As a journal that was gone back in has them.
        var undone = JournalEntry(.answer, id, in: frame, .json(1))
        undone.isUndone = true
        entries.append(undone)
      }
    }
    return entries
  }

  @Test func `rule 12: whatever was recorded, back leads to where a scan of the journal does`() {
    var random = SeededNumbers(seed: 12)
    var found = 0
    for _ in 0..<4000 {
      let entries = makeEntries(&random)
      let (stops, naive) = (Self.stops(of: entries), NaiveBack(entries: entries))
      var asked: [(StepID, FrameRef)?] = [nil, ("a", .root)]
      if let last = entries.last(where: { $0.verb == .answer }) {
        asked.append((last.id, last.frame))
      }
      for asked in asked {
        guard stops.target(asking: asked) == naive.target(asking: asked),
          stops.targets(asking: asked) == naive.targets(asking: asked)
        else {
          Issue.record(
            "asking \(String(describing: asked)): \(stops.targets(asking: asked)), not \(naive.targets(asking: asked))\n\(entries.map(\.text).joined(separator: "\n"))"
          )
          return
        }
        if case .found = stops.target(asking: asked) { found += 1 }
      }
      #expect(stops.lastWrite == naive.sinceWrite.index)
      #expect(stops.answersSinceWrite == naive.sinceWrite.answers)
    }
    #expect(found > 1000, "journals that lead nowhere prove little")
  }
}

import Testing

@testable import Flowline

/// Answers that wait for their questions, against the plain definition: the first that is meant, and
/// of those given from outside the one that says most about the path.
struct GivenAnswersTests {
  private struct Naive {
    var entries: [GivenAnswers.Entry] = []

    mutating func take(at path: StepPath, isSensitive: Bool) -> GivenAnswers.Entry? {
      func isMeant(_ entry: GivenAnswers.Entry) -> Bool {
        switch (entry.condition, entry.content) {
        case (.outside, _):
          !isSensitive && !entry.path.isEmpty
            && path.ids.suffix(entry.path.count).elementsEqual(entry.path)
        case (.page, _), (_, .nothing): path.ids == entry.path
        case (_, .secret): isSensitive && path.ids == entry.path
        case (_, .answer): !isSensitive && path.ids == entry.path
        }
      }
      guard var index = entries.firstIndex(where: isMeant) else { return nil }
      if entries[index].condition == .outside {
        for other in entries.indices[index...]
        where entries[other].condition == .outside && isMeant(entries[other])
          && entries[other].path.count > entries[index].path.count
        {
          index = other
        }
      }
      let entry = entries.remove(at: index)
      return entry.content == .nothing ? nil : entry
    }
  }

  private static func path(_ random: inout SeededGenerator) -> [StepID] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in
      ["a", "b", "c"].randomElement(using: &random) ?? "a"
    }
  }

  private static func entry(_ number: Int, _ random: inout SeededGenerator) -> GivenAnswers.Entry {
    let content: GivenAnswers.Entry.Content =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .secret(number)
      case 1: .nothing
      default: .answer(.json(.integer(Int64(number))))
      }
    let condition: GivenAnswers.Entry.Condition =
      switch (content, Int.random(in: 0..<4, using: &random)) {
      case (.answer, 0), (.answer, 1): .outside
      case (.answer, 2): .page
      case (_, 3): .same(fingerprint: 1)
      default: .stood
      }
    return GivenAnswers.Entry(path: path(&random), content: content, condition: condition)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `takes what the plain definition takes, and keeps the rest in order`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var given = GivenAnswers()
    var naive = Naive()
    for number in 0..<200 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0...3:
        let answer = GivenAnswer(
          path: Self.path(&random), answer: .json(.integer(Int64(number))))
        given.give([answer])
        naive.entries.append(
          GivenAnswers.Entry(
            path: answer.path, content: .answer(answer.answer), condition: .outside))
      case 4:
        let first = (0..<3).map { Self.entry(number * 10 + $0, &random) }
        given.giveFirst(first)
        naive.entries = first + naive.entries
      case 5:
        let kept = (0..<3).map { Self.entry(number * 10 + $0, &random) }
        given.keep(kept)
        naive.entries.removeAll { $0.condition != .outside && $0.condition != .page }
        naive.entries += kept
      case 6:
        given.forgetPage()
        naive.entries.removeAll { $0.condition == .page || $0.content == .nothing }
      default:
        let path = StepPath(
          [["a", "b", "c"].randomElement(using: &random) ?? "a"] + Self.path(&random))
        let isSensitive = Bool.random(using: &random)
        #expect(
          given.take(at: path, isSensitive: isSensitive)
            == naive.take(at: path, isSensitive: isSensitive))
      }
      #expect(given.entries == naive.entries)
      #expect(given.isEmpty == naive.entries.isEmpty)
      #expect(
        given.holdsPage
          == naive.entries.contains { $0.condition == .page || $0.content == .nothing })
    }
  }
}

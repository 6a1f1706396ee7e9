import Flowline

/// The texts of this program.
let texts = TextCatalog(PackageResources.Raffle_xcstrings)

/// Draws the winners of a raffle from a list of names, and publishes them beside the list, once.
///
/// The draw follows from the session: going back and coming again draws the same winners, and so does a
/// replay. Another session may draw others from the list, but those that were published first stay.
struct DrawFlow: Flow {
  let id: FlowID = "draw"
  let catalog: TextCatalog? = texts
  /// The list, the prizes and the winners; and what there is to say about repeated names and an
  /// earlier draw.
  var steps: ClosedRange<Int>? { 3...5 }

  func words(for winners: [String]) -> Text? {
    texts("draw.result", winners.joined(separator: ", "))
  }

  func run(_ context: FlowContext) async throws -> [String] {
    let path = try await context.run(
      PathScreen("list", example: "names.txt"), checking: Self.checkList)
    let names = try await context.load("names") { try NameList(at: path) }
    if !names.repeated.isEmpty {
      // Nothing is decided there, so that a step back leads to the list.
      let notice = ReviewScreen("repeated").page { names.repeated.map { Row(Text(verbatim: $0)) } }
      _ = try await context.run(notice.skippedByBack())
    }
    // The list may have been emptied since it was checked.
    let prizes = try await context.run(NumberScreen("prizes", in: 1...max(1, names.all.count)))
    var generator = context.makeGenerator()
    let winners = Array(names.all.shuffled(using: &generator).prefix(prizes))
    try await context.confirm("publish") { Self.rows(of: winners) }
    // The key is that of the list, not of the session: a list is drawn once.
    let key = IdempotencyKey(of: "winners among " + names.all.joined(separator: "\n"))
    let published = try await context.commit("winners", key: key, of: winners) { winners, key in
      try WinnersFile(beside: path).publish(winners, as: key)
    }
    guard let published else {
      try await context.leave(after: "other-list", with: ["file": WinnersFile(beside: path).name])
    }
    if published != winners { try await context.show("earlier") { Self.rows(of: published) } }
    return published
  }

  /// Why nobody can be drawn from a list; nil if somebody can.
  private static func checkList(at path: String) async throws -> Refusal? {
    guard TextFile(at: path).exists else { return .noSuchFile(path) }
    do throws(FileProblem) {
      return try NameList(at: path).all.isEmpty ? Refusal("no-names") : nil
    } catch {
      return Refusal("unreadable", error.text)
    }
  }

  /// The winners, the first prize first.
  private static func rows(of winners: [String]) -> [Row] {
    winners.indices.map { Row(texts("prize", $0 + 1), winners[$0]) }
  }
}

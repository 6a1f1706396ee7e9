import BooksTestSupport
import Days
import FreeAgentAPI
import Money
import Testing

/// What the accounts of a test's books come to, by their codes.
extension TestBooks {
  typealias Moves = [String: ExactDecimal]

  /// The balances since the registration, which sum to zero.
  func balances() async throws -> Moves {
    let request = FreeAgent.GetTrialBalance(
      from: try day("2020-04-01"), to: try day("2026-09-20"))
    var balances: Moves = [:]
    for line in try await send(request).elements {
      balances[try #require(line.nominalCode)] = line.total
    }
    #expect(try ExactDecimal.sum(of: balances.values) == 0)
    return balances
  }

  /// The balances of the accounting year, which sum to zero.
  func totals() async throws -> Moves {
    let lines = try await send(FreeAgent.GetTrialBalance()).elements
    #expect(try ExactDecimal.sum(of: lines.compactMap(\.total)) == 0)
    return Dictionary(
      uniqueKeysWithValues: lines.map { ($0.nominalCode ?? "", $0.total ?? 0) })
  }

  /// What has moved since then, apart from accounts whose codes begin with these.
  func moves(since before: Moves, besides left: Set<String> = []) async throws -> Moves {
    let after = try await balances()
    var moves: Moves = [:]
    for code in Set(before.keys).union(after.keys) where !left.contains(String(code.prefix(3))) {
      let move = try (after[code] ?? 0).subtracting(before[code] ?? 0)
      if !move.isZero { moves[code] = move }
    }
    return moves
  }
}

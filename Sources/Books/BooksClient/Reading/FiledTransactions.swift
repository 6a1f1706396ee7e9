import Books
import DataSets
import Days
import FreeAgentAPI
import Money
import ServiceBasics
import ServiceOrders

/// How the transactions of an account were filed, as far as suggestions learn from it.
struct FiledTransactions: Sendable, Equatable, Codable {
  /// What an explanation teaches.
  struct Lesson: Sendable, Equatable {
    /// What the bank wrote.
    let text: String
    /// The category that it was filed under.
    let code: NominalCode
    /// Whether money went.
    let isOut: Bool
    let day: Day
  }

  /// What each explanation teaches, by its number; nil for one that teaches nothing.
  private(set) var lessons: [String: Lesson?] = [:]
  /// Before this, by the service’s clock, nothing has changed that is not here; nil if that is not known.
  private(set) var changedBefore: Timestamp?
  /// When all were read, by this computer’s clock.
  let readAt: Timestamp

  init(readAt: Timestamp) { self.readAt = readAt }

  /// Takes explanations that were made or changed.
  ///
  /// - Parameters:
  ///   - explanations: what the service answered.
  ///   - start: when it was first asked for them, by this computer’s clock.
  mutating func take(_ explanations: [FreeAgent.BankTransactionExplanation], from start: Timestamp)
  {
    for explanation in explanations {
      guard let id = explanation.url?.id?.description else { continue }
      lessons.updateValue(Lesson(explanation), forKey: id)
    }
    guard let latest = explanations.compactMap(\.updatedAt).max() else { return }
    // What changed while the pages were read may be on one that had been read before.
    let certain = min(latest, Timestamp(milliseconds: start.milliseconds - Self.difference))
    changedBefore = max(changedBefore ?? certain, certain)
  }

  /// What they teach together.
  var habits: CategoryHabits {
    var habits = CategoryHabits()
    for case let lesson? in lessons.values {
      habits.learn(lesson.text, was: lesson.code, isOut: lesson.isOut, on: lesson.day)
    }
    return habits
  }

  /// How far the clocks may differ, with the time that reading takes: ten minutes, in milliseconds.
  static let difference: Int64 = 600_000
}

extension FiledTransactions.Lesson {
  /// Nil for an explanation without a category, or one that waits for approval.
  fileprivate init?(_ explanation: FreeAgent.BankTransactionExplanation) {
    guard explanation.markedForReview != true,
      let code = explanation.category?.id.flatMap({ NominalCode($0.description) }),
      let day = explanation.datedOn, let value = explanation.grossValue
    else { return nil }
    let text = explanation.transactionDescription ?? explanation.description ?? ""
    self.init(text: text.withoutLineType, code: code, isOut: value.isNegative, day: day)
  }
}

/// One line of text: there are thousands in a copy.
extension FiledTransactions.Lesson: Codable {
  init(from decoder: any Decoder) throws {
    let line = try decoder.singleValueContainer().decode(String.self)
    let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let day = Day(String(words[0])),
      let code = NominalCode(String(words[2]))
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "“\(line)” is no lesson"))
    }
    self.init(text: String(words[3]), code: code, isOut: words[1] == "out", day: day)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(day) \(isOut ? "out" : "in") \(code) \(text)")
  }
}

extension Bookkeeper {
  private static let kind = DataSetKind<FiledTransactions>("filed-transactions")
  /// How many explanations are learnt from at the most: the latest.
  private static let most = 10_000
  /// After how long all are read again, in milliseconds: 30 days.
  private static let longest: Int64 = 30 * 86_400_000

  /// How earlier transactions of an account were filed.
  ///
  /// All explanations are read once; later, in this run or another, those that have changed since.
  func habits(of account: BookAccount) async throws -> CategoryHabits {
    try await remembered(\.habits[account.id]) {
      await dataSets.identify()
      // Weak, since the bookkeeper has the data sets.
      let filed = dataSets.dataSet(Self.kind, about: account.id.text) { [weak self] earlier in
        guard let self else { throw CancellationError() }
        return try await self.filed(in: account.id, after: earlier)
      }
      return try await filed.reload(.soft).value.habits
    }
  }

  private func filed(
    in account: BookID<FreeAgent.BankAccount>, after earlier: FiledTransactions?
  ) async throws -> FiledTransactions {
    if let earlier, let updated = try await updated(earlier, in: account) { return updated }
    let now = desk.clock.now()
    var filed = FiledTransactions(readAt: now)
    filed.take(try await list(filter(account), most: Self.most), from: now)
    return filed
  }

  /// With what has changed since; nil if all have to be read: the service does not say which were deleted.
  private func updated(
    _ earlier: FiledTransactions, in account: BookID<FreeAgent.BankAccount>
  ) async throws -> FiledTransactions? {
    let now = desk.clock.now()
    guard let since = earlier.changedBefore,
      (0..<Self.longest).contains(now.milliseconds - earlier.readAt.milliseconds)
    else { return nil }
    var filed = earlier
    filed.take(try await list(filter(account, since: since), most: Self.most), from: now)
    let (_, total): ([FreeAgent.BankTransactionExplanation], Int?) = try await page(
      of: filter(account), FreeAgent.PageRequest(1, size: 1))
    // Those made in between are more than are known; fewer means that some are gone.
    if let total, total < min(filed.lessons.count, Self.most) { return nil }
    return filed
  }

  private func filter(
    _ account: BookID<FreeAgent.BankAccount>, since: Timestamp? = nil
  ) -> FreeAgent.ExplanationFilter {
    FreeAgent.ExplanationFilter {
      $0.bankAccount = account.link(at: service.root)
      if let since { $0.updatedSince = since }
    }
  }
}

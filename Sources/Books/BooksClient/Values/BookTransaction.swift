public import Days
public import FreeAgentAPI
public import Money
import ServiceBasics

/// What a bank says that happened.
public struct BookTransaction: Sendable, Hashable, Codable {
  /// What the service knows it by.
  public let id: BookID<FreeAgent.BankTransaction>
  /// The day on which the money came or went, as the bank or the person who added it says.
  public let day: Day
  /// What the bank says.
  public let text: String
  /// How much; negative if money went.
  public let amount: Money
  /// How much of it nobody has explained, with the sign of the amount.
  public private(set) var unexplained: Money
  /// What it was explained as.
  public private(set) var explanations: [BookExplanation]
}

extension BookTransaction {
  /// The transaction as it will be once an explanation is taken away.
  ///
  /// - Throws: a ``BooksError`` of the code `unreadable` if the service’s amounts do not add up.
  func without(_ id: BookID<FreeAgent.BankTransactionExplanation>?) throws -> BookTransaction {
    guard let taken = explanations.first(where: { $0.id == id }) else { return self }
    var rest = self
    do { rest.unexplained = try unexplained.adding(taken.amount) } catch {
      throw BooksError(.unreadable, cause: .numbersUnusable("\(error)"))
    }
    rest.explanations.removeAll { $0.id == id }
    return rest
  }
}

extension BookTransaction {
  /// Reads a transaction; nil if it lacks what it must have, or has an amount that is none.
  init?(_ transaction: FreeAgent.BankTransaction, in currency: Currency) {
    guard let id = BookID(transaction.url), let day = transaction.datedOn,
      let amount = transaction.amount.flatMap({ Money(exactly: $0, currency: currency) }),
      let unexplained = (transaction.unexplainedAmount ?? 0).money(in: currency)
    else { return nil }
    self.id = id
    self.day = day
    text = (transaction.description ?? transaction.fullDescription ?? "").withoutLineType
    self.amount = amount
    self.unexplained = unexplained
    explanations = (transaction.explanations ?? []).compactMap { BookExplanation($0, in: currency) }
  }
}

extension String {
  /// What a bank wrote, without the type of the line that the service puts behind it: `Hilton Hotels` of
  /// `Hilton Hotels//OTHER/`.
  var withoutLineType: String {
    guard let slashes = ranges(of: "//").last else { return self }
    let type = self[slashes.upperBound...].prefix { $0 != "/" }
    let isType = !type.isEmpty && type.allSatisfy { $0.isASCII && $0.isUppercase }
    return isType ? String(self[..<slashes.lowerBound]) : self
  }
}

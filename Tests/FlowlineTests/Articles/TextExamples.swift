import Flowline
import Money

// The examples of WritingTexts, and of doc comments about texts, as they are printed, with what
// they need around them.

/// In place of what the plugin `EmbeddedFiles` makes of catalogues.
private enum PackageResources {
  static let empty = Array(#"{"sourceLanguage":"en","version":"1.0","strings":{}}"#.utf8)
  static var Shop_xcstrings: [UInt8] { empty }
  static var RoundUp_xcstrings: [UInt8] { empty }
  static var Withdraw_xcstrings: [UInt8] { empty }
}

private enum TextExamples {
  struct Receipt: Codable, Sendable {
    let number: Int
  }

  struct Wish: Encodable, Sendable {
    let name: String
    let size: Int

    init(_ name: String, _ size: Int) { (self.name, self.size) = (name, size) }
  }

  struct Shop: Sendable {
    func order(_ wish: Wish, _ key: IdempotencyKey) async throws -> Receipt { Receipt(number: 1) }
  }

  static let shop = Shop()

  static func price(of size: Int) -> Money { Money(minorUnits: 100 * Int64(size), currency: .gbp) }

  static let texts = TextCatalog(PackageResources.Shop_xcstrings)

  struct Order: Flow {
    let id: FlowID = "order"
    var catalog: TextCatalog? { texts }

    func run(_ context: FlowContext) async throws -> Receipt {
      let name = try await context.run(TextScreen("name"))
      let size = try await context.choose("size", from: [Option("small", 1), Option("large", 2)])
      try await context.confirm("confirm", with: ["name": name]) {
        Row("price", price(of: size))
        if size > 1 { Row("heavy") }
      }
      return try await context.commit("order", of: Wish(name, size), shop.order)
    }
  }

  enum NameRefusal: Encodable, Sendable {
    case nameLength(length: Int, limit: Int)
  }

  static func refused(_ refusal: NameRefusal, _ context: FlowContext) async throws {
    try await context.show("refused") { texts("refused", of: refusal) }  // refused.name-length
  }

  struct SavingsGoal: Encodable, Sendable {
    let name: String
    let totalSaved: Money
  }

  struct SavingFlow: Flow {
    let id: FlowID = "saving"

    func run(_ context: FlowContext) async throws -> SavingsGoal {
      SavingsGoal(name: "Trip", totalSaved: price(of: 1))
    }

    func words(for goal: SavingsGoal) -> Text? { texts("result", goal.name, goal.totalSaved) }
  }

  static func confirm(
    _ total: Money, for goal: SavingsGoal, _ context: FlowContext
  ) async throws {
    try await context.confirm("confirm", with: ["amount": total, "goal": goal.name])
  }
}

private enum CatalogueExamples {
  struct RoundUp {
    static let texts = TextCatalog(PackageResources.RoundUp_xcstrings)
  }

  struct WithdrawFlow: CatalogedFlow {
    static let texts = TextCatalog(PackageResources.Withdraw_xcstrings)
    let id: FlowID = "withdraw"

    func run(_ context: FlowContext) async throws -> Bool { true }
  }
}

import BooksTestSupport
import Foundation
import FreeAgentAPI
import Money
import ServiceBasics
import TestSupport

/// Makes requests at random: plausible ones, and such as no client would send.
struct RandomRequests {
  var numbers: SeededNumbers

  /// How often a member is something strange.
  var strangeness = 0.0

  /// Whether the company is a landlord's, so that most things need a property.
  var needsProperties = false

  /// What is left to explain of some transactions, in pence or cents.
  var unexplained: [(transaction: Int64, amount: Int64)] = []

  init(seed: UInt64, strangeness: Double = 0) {
    numbers = SeededNumbers(seed: seed)
    self.strangeness = strangeness
  }

  /// What can be made, changed and deleted, with the members that it may have.
  static let targets: [(key: String, collection: String, fields: [any FreeAgent.AnyField])] = [
    target(FreeAgent.Contact.self), target(FreeAgent.BankAccount.self),
    target(FreeAgent.BankTransactionExplanation.self), target(FreeAgent.Invoice.self),
    target(FreeAgent.CreditNote.self), target(FreeAgent.Estimate.self),
    target(FreeAgent.EstimateItem.self), target(FreeAgent.Expense.self),
    target(FreeAgent.User.self), target(FreeAgent.Category.self),
  ]

  private static func target<Target: FreeAgent.Resource>(
    _: Target.Type
  ) -> (String, String, [any FreeAgent.AnyField]) {
    (Target.key, Target.listKey, Target.schema.all.filter { !$0.traits.contains(.readOnly) })
  }

  /// The next request: verb, path, query and body.
  mutating func next() -> (
    method: FreeAgent.Method, path: [String], query: [FormItem], body: Data
  ) {
    // Explanations are what most depends on, and expenses next.
    let common = numbers.chance(0.75) ? Self.targets[2] : Self.targets[7]
    let target = numbers.chance(0.5) ? common : numbers.pick(Self.targets)
    let id = target.key == "category" ? numbers.pick(Self.codes) : String(numbers.below(40) + 1)
    switch numbers.below(12) {
    case 0: return (.delete, ["v2", target.collection, id], [], Data())
    case 1, 2: return (.put, ["v2", target.collection, id], [], body(target, share: 0.15))
    case 3:
      let document = numbers.pick(["invoices", "credit_notes", "estimates"])
      let path = ["v2", document, String(numbers.below(20) + 1), "transitions"]
      return (.put, path + [numbers.pick(Self.transitions)], [], Data())
    case 4:
      let query = [FormItem("bank_account", String(numbers.below(5)))]
      return (.post, ["v2", "bank_transactions", "statement"], query, statement())
    case 5: return (.delete, ["v2", "bank_transactions", id], [], Data())
    case 6:
      let path = ["v2", numbers.pick(["invoices", "estimates"]), String(numbers.below(20) + 1)]
      return (.post, path + ["duplicate"], [], Data())
    default: return (.post, ["v2", target.collection], [], body(target, share: 0.5))
    }
  }

  private mutating func body(
    _ target: (key: String, collection: String, fields: [any FreeAgent.AnyField]), share: Double
  ) -> Data {
    if numbers.chance(strangeness / 10) { return strangeBytes() }
    var members: [String: FreeAgent.JSON] = [:]
    // Of what says which kind an explanation is, one is enough, mostly.
    let decisive =
      target.key == "bank_transaction_explanation" ? numbers.pick(Self.decisive) : nil
    for field in target.fields {
      if let decisive, Self.decisive.contains(field.name), field.name != decisive,
        numbers.chance(0.95)
      {
        continue
      }
      let isLikely =
        field.traits.contains(.required) || field.name == decisive || field.name == "gross_value"
        || needsProperties && field.name == "property"
      guard numbers.chance(isLikely ? 0.97 : Self.rare.contains(field.name) ? 0.05 : share) else {
        continue
      }
      members[field.name] = value(of: field)
    }
    if members["contact"] != nil, numbers.chance(0.9),
      let contact = Self.contact(ofProject: members["project"])
    {
      members["contact"] = contact
    }
    if target.key == "bank_transaction_explanation" { fit(&members) }
    if target.key == "expense", members["category"] != nil, numbers.chance(0.8) {
      let code = numbers.pick(["285", "285", "101", "601", "365"])
      members["category"] =
        members["mileage"] == nil
        ? .text("https://api.freeagent.com/v2/categories/\(code)") : .text("Mileage")
    }
    if numbers.chance(strangeness) { members["surprise"] = strange() }
    return (try? CanonicalJSON.data(FreeAgent.JSON.object([target.key: .object(members)])))
      ?? Data()
  }

  /// The contact of a project of the sample; nil if it is none.
  private static func contact(ofProject member: FreeAgent.JSON?) -> FreeAgent.JSON? {
    guard case .text(let url)? = member else { return nil }
    let contacts: [Character: Int] = ["1": 1, "2": 3, "3": 2]
    return url.last.flatMap { contacts[$0] }.map { number in
      FreeAgent.JSON.text("https://api.freeagent.com/v2/contacts/\(number)")
    }
  }

  /// Has an explanation be of a transaction, and of not more than is left of it, mostly.
  private mutating func fit(_ members: inout [String: FreeAgent.JSON]) {
    guard !unexplained.isEmpty, numbers.chance(0.95), !numbers.chance(strangeness) else { return }
    let (transaction, amount) = numbers.pick(unexplained)
    let part = numbers.chance(0.5) || amount.magnitude < 2 ? amount : amount / 2
    members["bank_account"] = nil
    members["bank_transaction"] = .text(
      "https://api.freeagent.com/v2/bank_transactions/\(transaction)")
    let value = Money(minorUnits: part, currency: .gbp).decimalString
    members["gross_value"] = .text(value)
    members["dated_on"] = .text("2026-09-19")
    if members["foreign_currency_value"] != nil, numbers.chance(0.5) {
      members["foreign_currency_value"] = .text("12.5")
    }
    if part > 0, members["category"] != nil { members["category"] = .text("001") }
    members["sales_tax_value"] = numbers.chance(0.1) ? .text("0.01") : nil
  }

  private mutating func statement() -> Data {
    let lines = (0..<numbers.below(4)).map { _ in
      FreeAgent.JSON.object([
        "dated_on": .text(numbers.pick(Self.days)),
        "description": .text(numbers.pick(["Tea", "Card"])),
        "amount": numbers.chance(0.9) ? .number(.init(Int64(numbers.below(900)) - 450)) : strange(),
      ])
    }
    return (try? CanonicalJSON.data(FreeAgent.JSON.object(["statement": .list(lines)]))) ?? Data()
  }

  private mutating func value(of field: any FreeAgent.AnyField) -> FreeAgent.JSON {
    if numbers.chance(strangeness) { return strange() }
    let name = field.name
    if name == "attachment", numbers.chance(0.9) { return file() }
    if let collection = Self.collections[name] {
      return collection == "categories"
        ? category() : link(collection, Self.counts[collection] ?? 1)
    }
    if let words = Self.words[name] { return .text(numbers.pick(words)) }
    if name.hasSuffix("_items") {
      return .list((0..<numbers.below(4)).map { _ in item() })
    }
    let isAmount = ["value", "amount", "balance"].contains { name.contains($0) }
    let values: [FreeAgent.JSON] = [
      .text("Words \(numbers.below(99))"), .number(.init(Int64(numbers.below(30)))),
      .flag(numbers.chance(0.5)), .text(numbers.pick(Self.days)), .text("17.5"),
    ]
    let readable = values.filter(field.canRead)
    return isAmount
      ? .text(numbers.pick(Self.amounts)) : readable.isEmpty ? .null : numbers.pick(readable)
  }

  private mutating func item() -> FreeAgent.JSON {
    var item: [String: FreeAgent.JSON] = [
      "description": .text("A line"), "quantity": .number(.init(Int64(numbers.below(7)) - 2)),
      "price": .text(numbers.pick(Self.amounts)),
    ]
    if numbers.chance(0.2) { item["id"] = .number(.init(Int64(numbers.below(20)))) }
    if numbers.chance(0.1) { item["_destroy"] = .number(1) }
    if numbers.chance(0.3) { item["sales_tax_rate"] = .text("5") }
    if numbers.chance(strangeness) { item[numbers.pick(item.keys.sorted())] = strange() }
    return .object(item)
  }

  private mutating func file() -> FreeAgent.JSON {
    .object([
      "file_name": .text("\(numbers.below(9)).pdf"), "content_type": .text("application/pdf"),
      "data": .text(Data("%PDF-1.4".utf8).base64EncodedString()),
    ])
  }

  private mutating func link(_ collection: String, _ count: Int) -> FreeAgent.JSON {
    .text("https://api.freeagent.com/v2/\(collection)/\(numbers.below(count) + 1)")
  }

  private mutating func category() -> FreeAgent.JSON {
    .text("https://api.freeagent.com/v2/categories/\(numbers.pick(Self.codes))")
  }

  /// What no client would send.
  mutating func strange() -> FreeAgent.JSON {
    switch numbers.below(14) {
    case 0: .null
    case 1: .flag(numbers.chance(0.5))
    case 2: .number(.init(Int64.max))
    case 3: .text("99999999999999999999999999999999999999")
    case 4: .text("0.00000000000000000000000000000000000001")
    case 5: .text(String(repeating: "ä", count: 1000))
    case 6: .list([.null, .list([])])
    case 7: .object(["a": .object([:])])
    case 8: .text("-1e9")
    case 9: .text("\u{0}\u{202E}\u{FFFF}")
    case 10: .text("https://api.freeagent.com/v2/contacts/99999999999999999999")
    case 11: .number(.init(Int64.min + 1))
    case 12: .text("9999-12-31")
    default: .text("")
    }
  }

  private mutating func strangeBytes() -> Data {
    switch numbers.below(6) {
    case 0: Data(String(repeating: "[", count: 20_000).utf8)
    case 1: Data((0..<200).map { _ in UInt8(truncatingIfNeeded: numbers.next()) })
    case 2: Data(#"{"invoice":[1]}"#.utf8)
    case 3: Data(#"{"expense":{"gross_value":1e400}}"#.utf8)
    case 4: Data("null".utf8)
    default: Data()
    }
  }

  private static let decisive = [
    "category", "paid_invoice", "paid_bill", "paid_user", "transfer_bank_account", "stock_item",
    "disposed_asset", "nominal_code",
  ]
  private static let rare: Set = [
    "attachment", "bank_account", "include_timeslips", "include_expenses", "property",
    "sales_tax_status", "ec_status", "rebill_type", "mileage", "permission_level", "recurring",
    "include_estimates",
  ]
  private static let codes = [
    "285", "001", "250", "601", "609", "249", "051", "817", "907", "101", "365", "299", "750",
  ]
  private static let transitions = [
    "mark_as_sent", "mark_as_draft", "mark_as_cancelled", "mark_as_scheduled", "mark_as_approved",
    "mark_as_rejected", "convert_to_invoice", "convert_to_credit_note", "mark_as_eaten",
  ]
  private static let days = [
    "2026-09-19", "2026-09-17", "2026-08-01", "2026-04-06", "2026-04-05", "2026-03-15",
    "2010-01-01", "2027-01-01",
  ]
  private static let amounts = [
    "-3.80", "-4.20", "-45.60", "-20", "-40", "-186", "-500", "-100", "-279.78", "-950", "1440",
    "251", "19.99", "412.35", "960", "900", "0", "-0.01", "33.333",
  ]
  /// How many of each the sample has, at least.
  private static let counts = [
    "contacts": 7, "projects": 3, "users": 5, "bank_accounts": 4, "bills": 3, "invoices": 14,
    "capital_assets": 2,
  ]
  private static let collections = [
    "contact": "contacts", "project": "projects", "user": "users", "bank_account": "bank_accounts",
    "paid_invoice": "invoices", "paid_bill": "bills", "paid_user": "users",
    "transfer_bank_account": "bank_accounts", "stock_item": "stock_items",
    "disposed_asset": "capital_assets", "property": "properties", "estimate": "estimates",
    "category": "categories",
  ]
  private static let words = [
    "status": ["Draft", "Sent", "Open", "Active", "Hidden", "active"],
    "estimate_type": ["Estimate"], "currency": ["GBP", "GBP", "EUR", "JPY", "AUD"],
    "rebill_type": ["cost", "markup", "price"], "vehicle_type": ["Car", "Bicycle"],
    "engine_type": ["Petrol", "Diesel"], "sales_tax_status": ["TAXABLE", "EXEMPT"],
    "ec_status": ["UK/Non-EC", "EC Goods", "EC VAT MOSS", "Reverse Charge"], "role": ["Employee"],
    "category_group": ["income", "admin_expenses", "equities"],
    "nominal_code": codes + ["002", "310", "311", "940"],
    "include_expenses": ["billed_grouped_by_expense"], "recurring": ["Weekly"],
    "include_estimates": ["billed_grouped_by_estimate", "billed_grouped_by_single_estimate"],
    "charge_sales_tax": ["Auto", "Always", "Never"], "mileage": ["12.5", "9000", "0.1"],
    "type": ["StandardBankAccount", "CreditCardAccount"],
  ]
}

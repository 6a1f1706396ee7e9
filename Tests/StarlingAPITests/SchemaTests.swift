import BankTestSupport
import Foundation
import StarlingAPI
import Testing

/// The models against the documents of the API.
struct SchemaTests {
  @Test(arguments: ModelCase.all, DocumentSource.available)
  func `a model keeps every property of its schema, and adds none`(
    _ model: ModelCase, in source: DocumentSource
  ) throws {
    let document = try BankDocument(source)
    let example = try document.example(of: model.schema, without: BankDocument.notModelled)
    let data = try JSONSerialization.data(withJSONObject: example)
    let again = try JSONSerialization.jsonObject(with: try model.roundTrip(data))
    #expect(try text(again) == text(example))
  }

  @Test(arguments: ModelCase.all, DocumentSource.available)
  func `a model can do without whatever its schema does not require`(
    _ model: ModelCase, in source: DocumentSource
  ) throws {
    let document = try BankDocument(source)
    let required = try document.required(in: model.schema)
    let example = try document.example(of: model.schema).filter { required.contains($0.key) }
    let data = try JSONSerialization.data(withJSONObject: example)
    let again = try JSONSerialization.jsonObject(with: try model.roundTrip(data))
    #expect(try text(again) == text(example))
  }

  @Test(arguments: ModelCase.all, DocumentSource.available)
  func `a model cannot do without what its schema requires`(
    _ model: ModelCase, in source: DocumentSource
  ) throws {
    let document = try BankDocument(source)
    for property in try document.required(in: model.schema) {
      let example = try document.example(of: model.schema, without: [property])
      let data = try JSONSerialization.data(withJSONObject: example)
      #expect(throws: DecodingError.self, "\(property)") { try model.roundTrip(data) }
    }
  }

  @Test(arguments: ModelCase.all, DocumentSource.available)
  func `unknown words and further properties hurt no model`(
    _ model: ModelCase, in source: DocumentSource
  ) throws {
    let document = try BankDocument(source)
    var example = try document.example(of: model.schema, without: BankDocument.notModelled)
    for (name, property) in try document.properties(of: model.schema)
    where (property as? [String: Any])?["enum"] != nil {
      example[name] = "A_WORD_OF_2031"
    }
    let expected = try text(example)
    example["addedIn2031"] = ["anything": [1, 2, 3]]
    let data = try JSONSerialization.data(withJSONObject: example)
    #expect(try text(JSONSerialization.jsonObject(with: try model.roundTrip(data))) == expected)
  }

  @Test(
    arguments: ModelCase.all.filter { !$0.newer.isEmpty }, DocumentSource.available)
  func `what is newer than the document is kept as well`(
    _ model: ModelCase, in source: DocumentSource
  ) throws {
    let document = try BankDocument(source)
    var example = try document.example(of: model.schema)
    for name in model.newer {
      #expect(example[name] == nil, "the document has \(name) by now")
      example[name] = "newer"
    }
    let data = try JSONSerialization.data(withJSONObject: example)
    #expect(
      try text(JSONSerialization.jsonObject(with: try model.roundTrip(data))) == text(example))
  }

  @Test(arguments: DocumentSource.available)
  func `the words that have names are the document's`(source: DocumentSource) throws {
    let document = try BankDocument(source)
    func words(_ schema: String, _ property: String) throws -> Set<String> {
      let property = try #require(try document.properties(of: schema)[property] as? [String: Any])
      return Set(try #require(property["enum"] as? [String]))
    }
    let statuses: [Starling.FeedItemStatus] = [
      .upcoming, .pending, .reversed, .settled, .declined, .refunded, .retrying, .accountCheck,
    ]
    #expect(try words("FeedItem", "status") == Set(statuses.map(\.rawValue)))
    let others: [Starling.CounterpartyType] = [
      .category, .cheque, .customer, .payee, .merchant, .sender, .starling, .loan,
    ]
    #expect(try words("FeedItem", "counterPartyType") == Set(others.map(\.rawValue)))
    let states: [Starling.SavingsGoalState] = [
      .creating, .active, .archiving, .archived, .restoring, .pending,
    ]
    #expect(try words("SavingsGoalV2", "state") == Set(states.map(\.rawValue)))
    #expect(try words("FeedItem", "direction") == ["IN", "OUT"])
    #expect(
      try words("FeedItem", "source").isSuperset(of: [
        Starling.Source.masterCard.rawValue, Starling.Source.internalTransfer.rawValue,
      ]))
    #expect(
      try words("FeedItem", "spendingCategory").contains(Starling.SpendingCategory.saving.rawValue))
  }
}

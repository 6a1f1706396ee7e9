import BankDocuments
import SandboxKit
import StarlingAPI
import Testing

/// The models against the documents of the API.
struct SchemaTests {
  @Test(arguments: ModelCase.all, DocumentSource.available)
  func `a model keeps every property of its schema, and adds none`(
    _ model: ModelCase, in source: DocumentSource
  ) throws {
    let document = try #require(source.document, "it cannot be read")
    let example = try document.example(of: model.schema, without: APIDocument.notModelled)
    #expect(try model.rewritten(example) == .object(example))
  }

  @Test(arguments: ModelCase.all, DocumentSource.available)
  func `a model can do without whatever its schema does not require`(
    _ model: ModelCase, in source: DocumentSource
  ) throws {
    let document = try #require(source.document, "it cannot be read")
    let required = try document.required(in: model.schema)
    let example = try document.example(of: model.schema).filter { required.contains($0.key) }
    #expect(try model.rewritten(example) == .object(example))
  }

  @Test(arguments: ModelCase.all, DocumentSource.available)
  func `a model cannot do without what its schema requires`(
    _ model: ModelCase, in source: DocumentSource
  ) throws {
    let document = try #require(source.document, "it cannot be read")
    for property in try document.required(in: model.schema) {
      let example = try document.example(of: model.schema, without: [property])
      #expect(throws: DecodingError.self, "\(property)") { try model.rewritten(example) }
    }
  }

  @Test(arguments: ModelCase.all, DocumentSource.available)
  func `unknown words and further properties hurt no model`(
    _ model: ModelCase, in source: DocumentSource
  ) throws {
    let document = try #require(source.document, "it cannot be read")
    var example = try document.example(of: model.schema, without: APIDocument.notModelled)
    for (name, property) in try document.properties(of: model.schema)
    where property["enum"] != nil {
      example[name] = .string("A_WORD_OF_2031")
    }
    let expected = JSON.object(example)
    example["addedIn2031"] = .object(["anything": .array([.integer(1), .integer(2)])])
    #expect(try model.rewritten(example) == expected)
  }

  @Test(
    arguments: ModelCase.all.filter { !$0.newer.isEmpty }, DocumentSource.available)
  func `what is newer than the document is kept as well`(
    _ model: ModelCase, in source: DocumentSource
  ) throws {
    let document = try #require(source.document, "it cannot be read")
    var example = try document.example(of: model.schema)
    for name in model.newer {
      #expect(example[name] == nil, "the document has \(name) by now")
      example[name] = .string("newer")
    }
    #expect(try model.rewritten(example) == .object(example))
  }

  @Test(arguments: DocumentSource.available)
  func `the words that have names are the document's`(source: DocumentSource) throws {
    let document = try #require(source.document, "it cannot be read")
    func words(_ schema: String, _ property: String) throws -> Set<String> {
      let words = try #require(try document.properties(of: schema)[property]?["enum"])
      return Set(words.elements.compactMap(\.string))
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

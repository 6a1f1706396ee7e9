import BooksTestSupport
import Days
import EmbeddedBooks
import Foundation
import FreeAgentAPI
import Money
import Testing

/// The files of an explanation: one in its answer, and all of them in a list of their own.
struct ExplanationFileTests {
  private typealias Explanation = FreeAgent.BankTransactionExplanation
  private typealias Files = FreeAgent.Batch<FreeAgent.Attachment>

  /// An explanation, with a file that came with it or without any.
  private func explained(
    _ test: TestBooks, with name: String? = "a.pdf"
  ) async throws -> FreeAgent.Identifier<Explanation> {
    var explanation = Explanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: -60,
      .category(link("285"), description: "Lunch"))
    if let name { explanation.members["attachment"] = smallFile(name).member }
    return .init(try await test.send(FreeAgent.Create(explanation)).number)
  }

  private func names(_ files: Files) -> [String?] { files.elements.map(\.fileName) }

  @Test func `files are added behind the first, which the explanation itself has`() async throws {
    let test = try TestBooks()
    let id = try await explained(test)
    #expect(names(try await test.send(FreeAgent.GetExplanationFiles(of: id))) == ["a.pdf"])
    let all = try await test.send(
      FreeAgent.AddExplanationFiles([smallFile("b.pdf"), smallFile("c.pdf")], to: id))
    #expect(names(all) == ["a.pdf", "b.pdf", "c.pdf"])
    #expect(try await test.send(FreeAgent.GetExplanationFiles(of: id)) == all)
    let explanation = try await test.send(FreeAgent.Get(id))
    #expect(explanation.attachment?.url == all.elements.first?.url)
    // A change makes it anew, and the files stay.
    let change = FreeAgent.Update(id, Explanation { $0.description = "A long lunch" })
    #expect(try await test.send(change)?.attachment?.fileName == "a.pdf")
    let after = try await test.send(FreeAgent.GetExplanationFiles(of: id))
    #expect(after.elements.map(\.url) == all.elements.map(\.url))
    let none = try await explained(test, with: nil)
    #expect(names(try await test.send(FreeAgent.GetExplanationFiles(of: none))) == [])
    let first = try await test.send(FreeAgent.AddExplanationFiles([smallFile("d.pdf")], to: none))
    #expect(names(first) == ["d.pdf"])
    #expect(try await test.send(FreeAgent.Get(none)).attachment?.fileName == "d.pdf")
  }

  @Test func `the next file takes the place of a first that is deleted`() async throws {
    let test = try TestBooks()
    let id = try await explained(test)
    let all = try await test.send(
      FreeAgent.AddExplanationFiles([smallFile("b.pdf"), smallFile("c.pdf")], to: id))
    let urls = try all.elements.map { try #require($0.url) }
    let left = try await test.send(
      FreeAgent.ChangeExplanationFiles(deleting: [urls[0]], of: id))
    #expect(names(left) == ["b.pdf", "c.pdf"])
    #expect(try await test.send(FreeAgent.Get(id)).attachment?.fileName == "b.pdf")
    let one = try #require(urls[1].id)
    try await test.send(FreeAgent.Delete(one))
    #expect(names(try await test.send(FreeAgent.GetExplanationFiles(of: id))) == ["c.pdf"])
    try await test.send(FreeAgent.DeleteExplanationFiles(of: id))
    #expect(names(try await test.send(FreeAgent.GetExplanationFiles(of: id))) == [])
    #expect(try await test.send(FreeAgent.Get(id)).attachment == nil)
    for url in urls {
      let gone = FreeAgent.Get(try #require(url.id))
      #expect(try await test.refusal(of: gone).status == 404)
    }
  }

  @Test func `an explanation that is deleted takes its files along`() async throws {
    let test = try TestBooks()
    let id = try await explained(test)
    let all = try await test.send(FreeAgent.AddExplanationFiles([smallFile("b.pdf")], to: id))
    try await test.send(FreeAgent.Delete(id))
    for element in all.elements {
      let gone = FreeAgent.Get(try #require(element.url?.id))
      #expect(try await test.refusal(of: gone).status == 404)
    }
    #expect(try await test.refusal(of: FreeAgent.GetExplanationFiles(of: id)).status == 404)
  }

  @Test func `fifty files are enough, and another's are none of these`() async throws {
    let test = try TestBooks()
    let (id, other) = (try await explained(test), try await explained(test))
    let many = (1..<50).map { smallFile("\($0).pdf") }
    #expect(
      try await test.send(FreeAgent.AddExplanationFiles(many, to: id)).elements.count == 50)
    let more = FreeAgent.AddExplanationFiles([smallFile("51.pdf")], to: id)
    #expect(
      try await test.refusal(of: more).messages(about: "attachments") == ["can't be more than 50"])
    #expect(try await test.send(FreeAgent.GetExplanationFiles(of: id)).elements.count == 50)
    let theirs = try #require(try await test.send(FreeAgent.Get(other)).attachment?.url)
    let wrong = FreeAgent.ChangeExplanationFiles(deleting: [theirs], of: id)
    #expect(try await test.refusal(of: wrong).sentences == ["Attachment not found"])
    let path = "/v2/bank_transaction_explanations/\(id)/attachments"
    #expect(await test.reply(.post, path, body: "{}").status == 400)
    let nameless = #"{"attachments":[{"data":"JVBERg==","content_type":"application/pdf"}]}"#
    #expect(await test.reply(.post, path, body: nameless).status == 422)
  }

  @Test func `the other side of a transfer keeps its files when a side is changed`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .account(link(1)), on: try day("2026-09-18"), value: -50, .transfer(link(2)))))
    let id = FreeAgent.Identifier<Explanation>(try made.number)
    let other = try #require(made.linkedTransferExplanation?.id)
    let all = try await test.send(
      FreeAgent.AddExplanationFiles([smallFile("a.pdf"), smallFile("b.pdf")], to: other))
    let own = try await test.send(FreeAgent.AddExplanationFiles([smallFile("c.pdf")], to: id))
    let earlier = Explanation { $0.datedOn = .init("2026-09-17") }
    let changed = try #require(try await test.send(FreeAgent.Update(id, earlier)))
    #expect(changed.linkedTransferExplanation?.id == other)
    let kept = try await test.send(FreeAgent.GetExplanationFiles(of: other))
    #expect(kept.elements.map(\.url) == all.elements.map(\.url))
    #expect(names(kept) == ["a.pdf", "b.pdf"])
    #expect(try await test.send(FreeAgent.Get(other)).attachment?.fileName == "a.pdf")
    let after = try await test.send(FreeAgent.GetExplanationFiles(of: id))
    #expect(after.elements.map(\.url) == own.elements.map(\.url))
    // Without another side there is nothing that its files could hang on.
    try await test.send(FreeAgent.Delete<Explanation>(id))
    for element in all.elements {
      let gone = FreeAgent.Get(try #require(element.url?.id))
      #expect(try await test.refusal(of: gone).status == 404)
    }
  }

  @Test func `files of a VAT return that was filed stay as they are`() async throws {
    let test = try TestBooks()
    let june = try #require(FreeAgent.Identifier<FreeAgent.VATReturn>("2026-06-30"))
    try await test.send(FreeAgent.MarkFiling<FreeAgent.VATReturn>(june, .filed))
    let filed: [Explanation] = try await test.all(
      .init {
        $0.bankAccount = link(1)
        $0.toDate = .init("2026-05-31")
      })
    let id = try #require(filed.first?.url?.id)
    let reason = ["This is part of a VAT return that has been filed"]
    let adding = FreeAgent.AddExplanationFiles([smallFile("a.pdf")], to: id)
    #expect(try await test.refusal(of: adding).sentences == reason)
    let deleting = FreeAgent.DeleteExplanationFiles(of: id)
    #expect(try await test.refusal(of: deleting).sentences == reason)
  }
}

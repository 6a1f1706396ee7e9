import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// Answers that are changed from a review: what is wrong with them is said where they are changed, and nothing
/// else is lost.
struct ChangedAnswerTests {
  /// Asks for a sum and a receipt in a form, and shows them.
  private struct ClaimFlow: Flow {
    let id: FlowID = "claim"

    func run(_ context: FlowContext) async throws -> String {
      let form = Form<String>("details", "What did you pay?") { page in
        let amount = page.ask(
          NumberScreen("amount", "How much?", in: 1...99)
            .warning("much") { amount, _ in amount > 50 ? "So much?" : nil })
        let receipt = page.ask(
          FileScreen("receipt", "Receipt?", accepting: [.text]).optional())
        guard let amount, let receipt else { return nil }
        return "\(amount) with \(receipt?.name ?? "nothing")"
      }
      let claim = try await context.run(form)
      try await context.confirm("confirm", "Claim this?") { Row("Claim", claim, id: "amount") }
      return claim
    }
  }

  private static let walk = Walk("claim", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(ClaimFlow(), summary: "Claims")
    return catalog
  }

  private static let save = BrowserForm.Button(name: "do", value: "answer")
  private static let acknowledge = BrowserForm.Button(name: "do", value: "acknowledge")

  /// A claim of 12 with a receipt, at its review.
  private struct Review: Sendable {
    let web: WebWalk
    let client: WebClient
    /// The address of the review.
    let path: String

    func step() async throws -> String { try await client.step(of: web.session) }

    /// The page on which the sum is changed.
    func amount() async throws -> BrowserForm {
      let token = try #require(try await web.host.answers(of: web.key).first).token
      let link = "/session/\(web.session)/step/\(token)"
      return try #require(try await BrowserPage(client.get(link).text, at: link).question)
    }

    func send(
      _ form: BrowserForm, _ answer: String,
      pressing button: BrowserForm.Button = ChangedAnswerTests.save
    ) async throws -> TestResponse {
      let fields = form.sent(pressing: button, changing: ["answer": [answer]])
      return try await client.post(form.action, fields)
    }
  }

  private func reviewing(
    _ body: @escaping @Sendable (Review) async throws -> Void
  ) async throws {
    let web = try WebWalk(Self.walk)
    try await web.test { client in
      _ = try await client.post("/start/claim", [("session", web.session)])
      let parts = [
        "--b", "Content-Disposition: form-data; name=\"field.amount\"", "", "12", "--b",
        "Content-Disposition: form-data; name=\"field.receipt\"; filename=\"a.txt\"", "", "lunch",
        "--b--", "",
      ]
      let sent = try await client.send(
        .post, client.step(of: web.session),
        [.contentType: "multipart/form-data; boundary=b"], parts.joined(separator: "\r\n"))
      #expect(sent.status == .seeOther, "\(sent.text)")
      let path = try await client.step(of: web.session)
      #expect(try await client.get(path).text.contains("12 with a.txt"))
      try await body(Review(web: web, client: client, path: path))
    }
  }

  @Test(arguments: ["abc", "100", ""])
  func `one that is refused is asked alone as it was typed, and nothing has moved`(
    _ wrong: String
  ) async throws {
    try await reviewing { review in
      let journal = try await review.web.journal()
      let refused = try await review.send(review.amount(), wrong)
      #expect(refused.status.code == 422)
      let page = try BrowserPage(refused.text, at: review.path)
      let form = try #require(page.question)
      #expect(form.step == "claim/amount")
      #expect(form.fields(named: "answer").map(\.value) == [wrong])
      #expect(form.fields(named: "field.receipt").isEmpty)
      #expect(refused.text.contains("<a href=\"#answer\">"))
      #expect(page.root.all("input").contains { $0["aria-invalid"] == "true" })
      #expect(try await review.step() == review.path)
      #expect(try await review.web.journal() == journal)
      // It is changed from there.
      let saved = try await review.send(form, "13")
      #expect(saved.location.hasSuffix("?notice=revised"))
      #expect(try await review.client.get(saved.location).text.contains("13 with a.txt"))
    }
  }

  @Test func `one that is asked back about is taken once that is acknowledged`() async throws {
    try await reviewing { review in
      let warned = try await review.send(review.amount(), "60")
      #expect(warned.status.code == 422 && warned.text.contains("So much?"))
      #expect(try await review.step() == review.path)
      let form = try #require(try BrowserPage(warned.text, at: review.path).question)
      #expect(form.has("do", "acknowledge"))
      // Another answer is not the one that was warned of.
      #expect(try await review.send(form, "70", pressing: Self.acknowledge).status.code == 422)
      let saved = try await review.send(form, "60", pressing: Self.acknowledge)
      #expect(saved.location.hasSuffix("?notice=revised"))
      #expect(try await review.client.get(saved.location).text.contains("60 with a.txt"))
    }
  }

  @Test func `one that is sent as it was is said to be changed by nobody`() async throws {
    try await reviewing { review in
      let form = try await review.amount()
      let same = try await review.send(form, " 12 ")
      #expect(same.status == .seeOther && same.location == review.path)
      // A double click: the second finds what the first has changed.
      let first = try await review.send(form, "13")
      #expect(first.location.hasSuffix("?notice=revised"))
      let second = try await review.send(form, "13")
      #expect(second.status == .seeOther && !second.location.contains("notice"))
    }
  }

  @Test func `one that was gone back to meanwhile is taken by itself`() async throws {
    try await reviewing { review in
      let form = try await review.amount()
      let token = try #require(try await review.web.host.answers(of: review.web.key).first).token
      _ = try await review.web.host.back(review.web.key, to: token)
      // The whole form is asked by now; the page asked for one field of it.
      let refused = try await review.send(form, "abc")
      #expect(refused.status.code == 422)
      let again = try #require(try BrowserPage(refused.text, at: form.action).question)
      #expect(again.fields(named: "answer").map(\.value) == ["abc"])
      _ = try await review.send(again, "14")
      let page = try await review.client.get(review.step()).text
      #expect(page.contains("Claim this?") && page.contains("14 with a.txt"))
    }
  }

  @Test func `a file that was sent is still there after going back`() async throws {
    try await reviewing { review in
      _ = try await review.client.post(review.path, [("do", "back")])
      let step = try await review.step()
      let page = try BrowserPage(try await review.client.get(step).text, at: step)
      #expect(page.text.contains("a.txt"))
      let form = try #require(page.question)
      #expect(form.fields(named: "field.amount").map(\.value) == ["12"])
      let sent = try await review.client.post(form.action, form.sent(pressing: Self.save))
      #expect(try await review.client.get(sent.location).text.contains("12 with a.txt"))
      // It goes if that is wanted.
      _ = try await review.client.post(review.step(), [("do", "back")])
      let without = form.sent(pressing: Self.save, changing: ["field.receipt/removed": ["yes"]])
      let removed = try await review.client.post(form.action, without)
      #expect(try await review.client.get(removed.location).text.contains("12 with nothing"))
    }
  }
}

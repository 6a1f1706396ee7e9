import Flowline
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// Posts that are too large: what comes back of them.
extension FaultTests {
  @Test(arguments: [
    ("11000000", "at most 10\u{A0}MB"), ("9000000", "larger than 11\u{A0}MB together"),
    ("x", "did not arrive"), ("-1", "did not arrive"), ("0", "did not arrive"),
  ])
  func `too large a file is the one problem of its page, which comes back filled in`(
    size: String, message: String
  ) async throws {
    try await begun { client, session, step in
      // As it is read of a body whose file was passed over.
      let lost = [("lost", "field.receipt"), ("field.receipt/size", size)]
      let refused = try await client.post(step, lost + Self.fields)
      #expect(refused.status.code == 422 && refused.text.contains("value=\"Ada\""))
      let page = try BrowserPage(refused.text, at: step)
      let summary = try #require(page.root.all("div").first { $0["class"] == "summary error" })
      #expect(summary.all("a").map { $0["href"] } == ["#f-receipt"])
      #expect(refused.text.contains(message))
      // Its question is left out only once that is seen.
      let question = try #require(page.question)
      let answer = BrowserForm.Button(name: "do", value: "answer")
      let end = try await client.post(question.action, question.sent(pressing: answer))
      #expect(try await client.get(end.location).text.contains("Ada with nothing"))
    }
  }

  @Test func `a body that is too large leads back to its question, with what was read of it`()
    throws
  {
    let text = [
      "--b", "Content-Disposition: form-data; name=\"sensitive\"", "", "field.pin",
      "--b", "Content-Disposition: form-data; name=\"field.pin\"", "", "4711",
      "--b", "Content-Disposition: form-data; name=\"field.name\"", "", "Ada",
      "--b", "Content-Disposition: form-data; name=\"field.receipt\"; filename=\"a.txt\"", "",
      "too long", "--b--", "",
    ].joined(separator: "\r\n")
    var reader = try MultipartReader(
      contentType: "multipart/form-data; boundary=b",
      BodyLimits(fileBytes: 5, passedOverBytes: 5))
    var fault: BodyFault?
    do throws(BodyFault) { try reader.read(Array(text.utf8)) } catch { fault = error }
    #expect(fault == .tooLarge(.bytes))
    let route = try #require(SiteRoute.all.first { $0.keeping == .answer })
    let context = Stage(at: Kinds.text).context
    let refusal = SiteFault(.tooLarge(.bytes))
    let page = FaultPage(
      fault: refusal, here: context.here,
      retry: FaultPage.Retry(refusal, reader.readSoFar, by: route))
    let markup = String(decoding: page.page(in: context).document(in: context), as: UTF8.self)
    #expect(markup.contains("12\u{A0}MB"))
    #expect(markup.contains("name=\"field.name\" value=\"Ada\""))
    #expect(markup.contains("name=\"lost\" value=\"field.receipt\""))
    #expect(markup.contains("Back to the question") && !markup.contains("Send again"))
    #expect(!markup.contains("4711"))
    // If nothing was read, the question as it was asked.
    let bare = FaultPage(
      fault: refusal, here: context.here, retry: FaultPage.Retry(refusal, nil, by: route))
    #expect(bare.retry == .page)
  }

  @Test func `too long a text leaves what else was typed`() async throws {
    try await begun { client, _, step in
      let other = Self.fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
      for (count, limit) in [(1_000_001, "1\u{A0}MB"), (2_000_001, "2\u{A0}MB")] {
        let text = String(repeating: "x", count: count)
        let refused = try await client.send(
          .post, step, [.contentType: "application/x-www-form-urlencoded"],
          "\(other)&field.note=\(text)")
        #expect(refused.status.code == 413 && refused.text.contains(limit))
        let form = try BrowserPage(refused.text, at: step).form(with: "do", "refresh")
        #expect(form.fields(named: "field.name").map(\.value) == ["Ada"])
      }
    }
  }
}

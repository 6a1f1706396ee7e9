import BooksClient
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import ServiceBasics
import ServiceSteps
import Testing

@testable import BooksFlows

/// What is said of an error of the books follows from what became of the request.
struct BooksErrorTests {
  private func words(_ text: Text?, _ locale: String) -> String? {
    text?.resolved(in: BooksWorld.environment(locale)).text
  }

  @Test(arguments: [
    ("en_GB", "status 429, try again in 5\u{A0}s"),
    ("ru_RU", "статус 429, повторите через 5\u{A0}с"),
  ])
  func `a cause that all services share has its gap filled`(locale: String, cause: String) throws {
    let error = BooksError(
      FreeAgent.CallProblem.busy(CodedText("retry-in", "status 429, try again in 5 s", "5")))
    #expect(words(error.causeText, locale) == cause)
    // A journal keeps what fills it.
    let kept = try JSONDecoder().decode(BooksError.self, from: JSONEncoder().encode(error))
    #expect(kept == error)
    #expect(words(kept.causeText, locale) == cause)
  }

  @Test func `an error whose cause has no gap is kept as before there were any`() throws {
    let error = BooksError(
      .unavailable, cause: CodedText("server-silent", "the server does not respond"))
    let data = try JSONEncoder().encode(error)
    #expect(!String(decoding: data, as: UTF8.self).contains("causeValues"))
    #expect(try JSONDecoder().decode(BooksError.self, from: data) == error)
    #expect(words(error.causeText, "ru_RU") == "сервер не отвечает")
  }

  @Test(arguments: ["", "<!DOCTYPE html><title>Sign in</title>"])
  func `a bare “not found” is not told as a refusal`(body: String) {
    let error = BooksError(
      FreeAgent.CallProblem.refused(FreeAgent.Failure(status: 404, snippet: body)))
    #expect(error.code == .unreadable && error.cause == "status 404")
    #expect(
      words(error.remedy, "en_GB")
        == "Check the address of the service, and that no Wi-Fi sign-in page is in the way.")
  }

  @Test func `what the service says is not there is gone`() {
    let failure = FreeAgent.Failure(status: 404, messages: [FreeAgent.Message("Not found")])
    let error = BooksError(FreeAgent.CallProblem.refused(failure))
    #expect(error.code == .gone && error.cause == "Not found")
  }
}

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

  @Test(arguments: [
    ("en_GB", "status 503", "The service does not say why"),
    ("ru_RU", "статус 503", "Сервис не указал причину"),
  ])
  func `what the service says nothing about is told in the session's language`(
    locale: String, status: String, refusal: String
  ) throws {
    let failure = FreeAgent.Failure(status: 503, snippet: "<html>")
    let error = BooksError(FreeAgent.CallProblem.refused(failure))
    #expect(error.cause == "status 503" && words(error.causeText, locale) == status)
    let (world, service) = try BooksWorld.withService(locale: locale)
    try world.walk("email-document", "invoice", "invoice-6")
    try world.enter(until: "review")
    service.fail("/send_email", .refused(FreeAgent.Failure(status: 422)))
    world.answer("send")
    #expect(world.step.hasSuffix("/refused") && world.page == [refusal])
    world.answer("")
    try world.enter(until: "review")
    try world.expectOrder()
  }

  @Test func `a service that says when to come back is not asked after a minute`() {
    for (code, remedy) in [
      ("retry-in", "Try again when that time has passed."),
      ("retry-at", "Try again when that time has come."),
      ("status", "Try again in a minute."),
    ] {
      let error = BooksError(.busy, cause: CodedText(words: "later", code: code, values: ["7200"]))
      #expect(words(error.remedy, "en_GB") == remedy)
    }
    let error = BooksError(.busy, cause: CodedText("retry-in", "later", "7200"))
    #expect(words(error.causeText, "ru_RU") == "статус 429, повторите через 2\u{A0}ч")
  }

  @Test(arguments: [
    (
      "file-no-database", "/orders: it is not a database. The file was left as it is.",
      "/orders: это не база данных. Файл остался как был."
    ),
    (
      "file-too-new", "/orders: a newer version of the program made it. Use the newer version",
      "/orders: файл создан более новой версией программы. Используйте более новую версию"
    ),
    (
      "file-open", "/orders: other people can use this file. Run chmod 600 on it",
      "/orders: файл доступен другим. Выполните для него chmod 600"
    ),
    (
      "newer-than-this", "/orders: found. Check that the folder can be written to",
      "/orders: found. Проверьте, что в папку можно писать"
    ),
  ])
  func `what is wrong with a file, and what mends it, is told in the session's language`(
    code: String, english: String, russian: String
  ) {
    let found = DatabaseFileError(
      .storage, "/orders", cause: CodedText(code, "found"), advice: "Mend it.")
    let error = BooksError(found)
    #expect(error.causeCode == code && error.cause == "found")
    #expect(words(error.text, "en_GB")?.contains(": \(english)") == true)
    #expect(words(error.text, "ru_RU")?.contains(": \(russian)") == true)
    #expect(words(error.withoutFile.text, "en_GB")?.contains("orders") == false)
  }

  @Test(arguments: [
    ("en_GB", "the books were not connected", "these books have no log-in"),
    ("ru_RU", "бухгалтерия не была подключена", "в эту бухгалтерию входить не нужно"),
  ])
  func `books that are not there, or let everybody in, say so`(
    locale: String, unconnected: String, open: String
  ) {
    #expect(words(BooksError.notConnected.causeText, locale) == unconnected)
    let access = BooksAccess { throw BooksError.notConnected }
    let error = #expect(throws: BooksError.self) { try access.requireLogIn() }
    #expect(words(error?.causeText, locale) == open)
  }

  @Test func `what nobody has foreseen is not told in English`() {
    struct Surprise: Error {}
    let error = BooksError(describing: Surprise())
    #expect(error.code == .unavailable && error.cause == "Surprise()")
    #expect(words(error.causeText, "ru_RU") == "непредвиденная ошибка")
  }

  @Test func `what the service says is not there is gone`() {
    let failure = FreeAgent.Failure(status: 404, messages: [FreeAgent.Message("Not found")])
    let error = BooksError(FreeAgent.CallProblem.refused(failure))
    #expect(error.code == .gone && error.cause == "Not found")
  }
}

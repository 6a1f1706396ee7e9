import Bank
import FlowTestSupport
import Foundation
import ServiceBasics
import Testing

@testable import BankFlows
@testable import Flowline

/// Causes and advice are said in the session's language, if they are known ones.
struct CauseTests {
  private func words(_ text: Text?, _ locale: String) -> String? {
    text?.resolved(in: World.environment(locale)).text
  }

  @Test(arguments: [
    (
      CodedText("no-reply-in-time", "no reply within 30 s", "30"), "no reply within 30\u{A0}s",
      "нет ответа за 30\u{A0}с"
    ),
    (
      CodedText("server-silent", "the server does not respond"), "the server does not respond",
      "сервер не отвечает"
    ),
    (CodedText("newer-than-this", "something new"), "something new", "something new"),
    (CodedText("newer-than-this", "something new: 7", "7"), "something new: 7", "something new: 7"),
    (CodedText(words: "ACCOUNT_CLOSED"), "ACCOUNT_CLOSED", "ACCOUNT_CLOSED"),
  ])
  func `a known cause is in the session's language, others stay as they are`(
    cause: CodedText, english: String, russian: String
  ) {
    let error = BankError.unavailable(cause: cause)
    #expect(words(error.causeText, "en_GB") == english)
    #expect(words(error.causeText, "ru_RU") == russian)
    #expect(words(error.text, "ru_RU")?.contains(russian) == true)
  }

  @Test func `what mends a token file is said in the session's language`() {
    let error = BankError.token(
      path: "/token", cause: CodedText("token-open", "other people can use this file"),
      advice: CodedText("token-close", "Run chmod 600 on it."))
    #expect(words(error.adviceText, "en_GB") == "Run chmod 600 on it.")
    #expect(words(error.adviceText, "ru_RU") == "Выполните для него chmod 600.")
    #expect(
      words(error.text, "ru_RU")?.hasSuffix("Подробнее: /token: файл доступен другим.") == true)
  }

  @Test(arguments: [
    ("file-close", "Run chmod 600 on it", "Выполните для него chmod 600"),
    ("disk-full", "Free some room on the disk", "Освободите место на диске"),
    ("path-other", "Choose another place", "Выберите для файла другое место"),
    ("newer-than-this", "Make sure that the file is there", "Проверьте, что файл на месте"),
  ])
  func `of a bank’s file the advice that applies is given, and all of it if none is known`(
    code: String, english: String, russian: String
  ) {
    let error = BankError.storage(
      path: "/bank.sqlite", cause: "it cannot be used", advice: CodedText(code, "Mend it."))
    #expect(words(error.text, "en_GB")?.contains(". \(english)") == true)
    #expect(words(error.text, "ru_RU")?.contains(". \(russian)") == true)
  }

  @Test(arguments: [
    BankError.unavailable(cause: CodedText("retry-in", "status 429, try again in 5 s", "5")),
    .unavailable(cause: "off"), .insufficientScope("balance:read"),
  ])
  func `a journal keeps the code of a cause, and none where there is none`(
    error: BankError
  ) throws {
    let data = try JSONEncoder().encode(error)
    #expect(try JSONDecoder().decode(BankError.self, from: data) == error)
    #expect(
      String(decoding: data, as: UTF8.self).contains("causeCode") == (error.causeCode != nil))
  }
}

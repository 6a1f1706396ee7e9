import Bank
import FlowTestSupport
import Foundation
import ServiceBasics
import ServiceSteps
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
    (
      CodedText("no-tls", "the server does not speak TLS (https)"),
      "the server does not speak TLS (https)", "сервер не использует TLS (https)"
    ),
    (
      CodedText(
        "status", "status 503, temporarily_unavailable", "503, temporarily_unavailable"),
      "status 503, temporarily_unavailable", "статус 503, temporarily_unavailable"
    ),
    (
      CodedText("reply-other-transfer", "another"), "the reply is about another transfer",
      "ответ относится к другому переводу"
    ),
    (
      CodedText("refused-again-saying", "again", "400, NOT_ALLOWED"),
      "it was refused when it was sent again (status 400, NOT_ALLOWED), and may have been done before",
      "при повторной отправке пришёл отказ (статус 400, NOT_ALLOWED); возможно, оно выполнено раньше"
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

  @Test func `what an address or a certificate hinders has advice of its own`() {
    for code in ["no-tls", "certificate-refused"] {
      let error = BankError.unavailable(cause: CodedText(code, "refused"))
      let remedy = words(error.remedy, "en_GB")
      #expect(remedy?.hasPrefix("Check the bank’s address") == true)
      #expect(words(error.text, "en_GB")?.hasSuffix(remedy ?? "?") == true)
    }
    let error = BankError.unavailable(cause: CodedText("server-silent", "silent"))
    #expect(words(error.remedy, "en_GB")?.hasPrefix("Check your internet connection") == true)
  }

  @Test(arguments: [
    ("retry-in", "Try again when that time has passed."),
    ("retry-at", "Try again when that time has come."),
  ])
  func `a bank that says when to come back is not asked after a minute`(
    code: String, remedy: String
  ) {
    let error = BankError.tooManyRequests(cause: CodedText(code, "later", "7200"))
    #expect(words(error.remedy, "en_GB") == remedy)
    let other = BankError.tooManyRequests(cause: CodedText("status", "status 429", "429"))
    #expect(words(other.remedy, "en_GB") == "Wait a minute, then try again.")
  }

  @Test func `what contradicts the bank's records is not told in English`() {
    let error = BankError.invalidRecord(cause: "the handle is empty")
    #expect(words(error.text, "ru_RU")?.contains("handle") == false)
    #expect(error.description.contains("the handle is empty"))
  }

  @Test(arguments: [
    ("en_GB", "The bank refused: the reply is “not found” (status 404). Try again."),
    ("ru_RU", "Банк отказал. Подробнее: получен ответ «не найдено» (статус 404). Попробуйте"),
  ])
  func `a bare “not found” is told as such, and where to look`(locale: String, sentences: String) {
    let error = BankError.refused(
      cause: CodedText("not-found", "the reply is “not found” (status 404)"))
    #expect(words(error.text, locale)?.hasPrefix(sentences) == true)
    #expect(words(error.text, "en_GB")?.hasSuffix("check the bank’s address.") == true)
  }

  @Test(arguments: [
    ("en_GB", "You are not logged in to the bank"), ("ru_RU", "Вход в банк не выполнен"),
  ])
  func `who has not logged in is told that, and not that the bank refused a token`(
    locale: String, headline: String
  ) {
    let error = BankError.notLoggedIn(cause: CodedText("no-token", "there is no access token"))
    #expect(words(error.headline, locale) == headline)
    #expect(error.particulars.isEmpty)
    #expect(words(error.text, locale)?.hasPrefix("\(headline). ") == true)
    let refused = BankError.notLoggedIn(cause: "invalid_token")
    #expect(words(refused.headline, locale) != headline)
    #expect(refused.particulars.count == 1)
  }

  @Test(arguments: [
    ("en_GB", "a valid access token. To find out, choose “Later”, start “Log-in”"),
    ("ru_RU", "не выполнен. Чтобы узнать, выберите «Отложить», запустите «Вход в банк»"),
  ])
  func `an order in doubt that only a log-in can settle says how to get there`(
    locale: String, sentences: String
  ) {
    let error = BankError.outcomeUnknown(
      cause: CodedText("wants-token", "no token; log in to find out", "no token"))
    #expect(words(error.text, locale)?.contains(sentences) == true)
    let other = BankError.outcomeUnknown(cause: "reset")
    #expect(words(other.text, locale)?.contains(sentences) == false)
  }

  @Test func `what mends a token file is said in the session's language`() {
    let error = BankError.token(
      path: "/token", cause: CodedText("token-open", "other people can use this file"),
      advice: CodedText("token-close", "Run chmod 600 on it."))
    #expect(words(error.adviceText, "en_GB") == "Run chmod 600 on it.")
    #expect(words(error.adviceText, "ru_RU") == "Выполните для него chmod 600.")
    #expect(
      words(error.text, "ru_RU")?.hasSuffix(
        "Подробнее: /token: файл доступен другим. Выполните для него chmod 600.") == true)
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
    ("en_GB", "its folder cannot be created. Make sure that the folder above it"),
    ("ru_RU", "его папку не удаётся создать. Проверьте, что в папку над ней"),
  ])
  func `what the system says of a bank’s file is said in the session's language`(
    locale: String, sentences: String
  ) {
    let error = BankError.storage(
      path: "/proc/flowline/bank.sqlite",
      cause: CodedText(
        "folder-not-made", "its folder cannot be used: it cannot be made: No such file"),
      advice: CodedText("folder-make", "Use another path."))
    #expect(words(error.text, locale)?.contains("/bank.sqlite: \(sentences)") == true)
    #expect(words(error.text, locale)?.contains("No such file") == false)
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

import FlowTestSupport
import Flowline
import FoundationEssentials
import Testing

@testable import ServiceSteps

/// An error's words follow from its codes.
struct WordsTests {
  private func words(_ text: Text?, _ locale: String = "en_GB") -> String? {
    text?.resolved(in: SessionWalk.environment(locale)).text
  }

  @Test func `what has no text of its own has that of the others`() {
    let error = PrinterError(code: .off)
    #expect(words(error.headline) == "The printer does not print (off)")
    #expect(words(error.remedy) == "Try again.")
    #expect(error.knownRemedy == nil)
    #expect(error.causeText == nil)
    #expect(words(error.text) == "The printer does not print (off). Try again.")
  }

  @Test(arguments: [
    ("tray", "tray 2", "лоток 2"),
    ("server-silent", "the server does not respond", "сервер не отвечает"),
    ("retry-in", "status 429, try again in 2\u{A0}s", "статус 429, повторите через 2\u{A0}с"),
    ("newer-than-this", "gears", "gears"),
  ])
  func `a cause has the words of its service, or of all services, or of its finder`(
    code: String, english: String, russian: String
  ) {
    let error = PrinterError(
      code: .off, cause: "gears", causeCode: code,
      causeValues: ["tray", "retry-in"].contains(code) ? ["2"] : nil)
    #expect(words(error.causeText) == english)
    #expect(words(error.causeText, "ru_RU") == russian)
    #expect(words(error.text) == "The printer does not print (off): \(english). Try again.")
  }

  @Test(arguments: [
    ("0", "0\u{A0}s", "0\u{A0}с"), ("119", "119\u{A0}s", "119\u{A0}с"),
    ("120", "2\u{A0}min", "2\u{A0}мин"), ("121", "3\u{A0}min", "3\u{A0}мин"),
    ("7140", "119\u{A0}min", "119\u{A0}мин"), ("7141", "2\u{A0}h", "2\u{A0}ч"),
    ("7200", "2\u{A0}h", "2\u{A0}ч"), ("7201", "2\u{A0}h 1\u{A0}min", "2\u{A0}ч 1\u{A0}мин"),
    ("86400", "24\u{A0}h", "24\u{A0}ч"), ("soon", "soon", "soon"),
  ])
  func `a wait is said in the units that people use, and never too short`(
    seconds: String, english: String, russian: String
  ) {
    let error = PrinterError(
      code: .off, cause: "later", causeCode: "retry-in", causeValues: [seconds])
    #expect(words(error.causeText) == "status 429, try again in \(english)")
    #expect(words(error.causeText, "ru_RU") == "статус 429, повторите через \(russian)")
  }

  // MARK: - The catalogue

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private static var feature: FeatureTexts {
    // Some are named by the clients of several services, and by the server of their customers.
    let named = CodedTexts(
      in: ["Services", "Bank", "Books", "Commands"].map { "Sources/\($0)" }
    ).causes
    return FeatureTexts(
      in: root.appending(path: "Flows/ServiceSteps"), serviceTexts,
      sharedCode: root.appending(path: "Flows"), otherTexts: [PrinterError.texts],
      made: [
        "trouble": [], "remedy": ["unavailable"],
        "cause": Array(named.filter { serviceTexts["cause.\($0)"] != nil }),
      ])
  }

  @Test func `each cause that services name has its text here`() {
    let causes = CodedTexts(in: ["Sources/Services"]).causes
    #expect(causes.isSuperset(of: ["status", "file-damaged", "token-open", "log-in-ended"]))
    #expect(causes.filter { serviceTexts["cause.\($0)"] == nil } == [])
  }

  @Test func `the catalogue has what the code names, and nothing else`() throws {
    let feature = Self.feature
    try feature.expectAllThatIsNamed()
    try FeatureTexts.expectWhole([feature]) {}
  }
}

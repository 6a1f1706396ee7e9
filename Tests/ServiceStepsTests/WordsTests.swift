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

  // MARK: - The catalogue

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private static var feature: FeatureTexts {
    get throws {
      let causes = try FeatureTexts.ends(
        of: "cause", in: serviceTexts, saidIn: [root.appending(path: "Sources/Services")])
      return FeatureTexts(
        in: root.appending(path: "Flows/ServiceSteps"), serviceTexts,
        sharedCode: root.appending(path: "Flows"), otherTexts: [PrinterError.texts],
        made: ["trouble": [], "remedy": ["unavailable"], "cause": causes])
    }
  }

  @Test func `the catalogue has what the code names, and nothing else`() throws {
    let feature = try Self.feature
    try feature.expectAllThatIsNamed()
    try FeatureTexts.expectWhole([feature]) {}
  }
}

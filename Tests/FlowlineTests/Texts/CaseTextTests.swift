import Testing

@testable import Flowline

/// Texts that are found by what a journal calls a thing.
struct CaseTextTests {
  private static let texts = TextCatalog(
    Array(
      """
      {"sourceLanguage":"en","version":"1.0","strings":{
        "refused.blank":{"localizations":{"en":{"stringUnit":{"value":"It is blank."}}}},
        "refused.name-length":{"localizations":{"en":{"variations":{"plural":{
          "one":{"stringUnit":{"value":"{limit} letter at most."}},
          "other":{"stringUnit":{"value":"{limit} letters at most."}}}}}}},
        "refused.wrong-currency":{"localizations":{"en":{"stringUnit":{"value":"Not {wanted}."}}}},
        "state.on-hold":{"localizations":{"en":{"stringUnit":{"value":"on hold"}}}},
        "state.other":{"localizations":{"en":{"stringUnit":{"value":"state %@"}}}}
      }}
      """.utf8))

  private enum Problem: Encodable {
    case blank
    case nameLength(length: Int, limit: Int)
    case wrongCurrency(wanted: String)
    case isNew
  }

  private func read(_ text: Text) -> String { text.resolved(in: .test).text }

  @Test func `the case names the text, and what stands beside it fills its gaps`() {
    let texts = Self.texts
    #expect(read(texts("refused", of: Problem.blank)) == "It is blank.")
    // The limit decides the plural form, since the text has no gap for the length.
    let tooLong = Problem.nameLength(length: 31, limit: 1)
    #expect(read(texts("refused", of: tooLong)) == "1 letter at most.")
    #expect(read(texts("refused", of: Problem.wrongCurrency(wanted: "GBP"))) == "Not GBP.")
    #expect(read(texts("refused", of: Problem.isNew)) == "refused.is-new")
  }

  @Test(arguments: [
    ("onHold", "on hold"), ("ON_HOLD", "on hold"), ("on-hold", "on hold"), ("ODD", "state ODD"),
    ("", "state "),
  ])
  func `a word names the text; for one that is new there is another`(word: String, text: String) {
    #expect(read(Self.texts("state", of: word)) == text)
  }

  @Test func `what is neither a case nor a word has the other text`() {
    #expect(read(Self.texts("state", of: [1, 2])) == "state %1$@")
  }
}

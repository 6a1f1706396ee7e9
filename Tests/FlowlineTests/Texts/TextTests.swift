import FoundationEssentials
import Money
import Testing

@testable import Flowline

struct TextTests {
  private let catalog = TextCatalog(
    Array(
      """
      {"sourceLanguage":"en","version":"1.0","strings":{
        "payments":{"localizations":{
          "en":{"variations":{"plural":{"one":{"stringUnit":{"value":"%lld payment"}},
            "other":{"stringUnit":{"value":"%lld payments"}}}}},
          "ru":{"variations":{"plural":{"one":{"stringUnit":{"value":"%lld операция"}},
            "few":{"stringUnit":{"value":"%lld операции"}},
            "many":{"stringUnit":{"value":"%lld операций"}}}}}}},
        "moved":{"localizations":{
          "en":{"stringUnit":{"value":"%@ moved to %@ (100%%)"}},
          "ru":{"stringUnit":{"value":"В «%2$@» переведено %1$@"}}}},
        "english":{"localizations":{"en":{"stringUnit":{"value":"Only English"}}}}
      }}
      """.utf8))

  @Test(arguments: [
    (0, "0 payments", "0 операций"), (1, "1 payment", "1 операция"),
    (2, "2 payments", "2 операции"),
    (5, "5 payments", "5 операций"), (11, "11 payments", "11 операций"),
    (21, "21 payments", "21 операция"), (22, "22 payments", "22 операции"),
    (111, "111 payments", "111 операций"), (112, "112 payments", "112 операций"),
  ])
  func `plurals follow CLDR`(count: Int, english: String, russian: String) {
    #expect(catalog("payments", .integer(count)).resolved(in: .test).text == english)
    #expect(catalog("payments", .integer(count)).resolved(in: .russian).text == russian)
  }

  @Test func `words for yes, no, all and none are those of every language, told apart`() {
    let words: [(TypedWords, [String])] = [
      (.yes, ["y", "yes", "д", "да"]), (.no, ["n", "no", "н", "нет"]),
      (.goOn, ["ok", "continue", "ок", "далее"]), (.all, ["all", "все", "всё"]),
      (.none, ["none", "нет", "ничего"]), (.except, ["except", "but", "кроме"]),
    ]
    for (typed, own) in words {
      #expect(own.allSatisfy(typed.contains))
      #expect(!typed.contains("") && !typed.contains("maybe"))
    }
    #expect(!words[0].1.contains(where: TypedWords.no.contains))
    #expect(!words[1].1.contains(where: TypedWords.yes.contains))
  }

  @Test func `a gap that nothing fills is noted with its text`() {
    let texts = TextCatalog(
      Array(
        #"""
        {"sourceLanguage":"en","version":"1.0","strings":{
          "send":{"localizations":{"en":{"stringUnit":{"value":"Send %@ to {name}?"}}}}}}
        """#.utf8))
    texts.noteUse()
    let misspelt = texts("send", .named("nmae", .string("Ada")))
    #expect(misspelt.resolved(in: .test).text == "Send Ada to {name}?")
    #expect(texts.use.unfilled == ["send {name}"])
    #expect(texts("send").resolved(in: .test).text == "Send %1$@ to {name}?")
    #expect(texts.use.unfilled == ["send {name}", "send %1$@"])
    _ = texts("send", .string("it"), .named("name", .string("Ada"))).resolved(in: .test)
    #expect(texts.use.unfilled.count == 2 && texts.use.missing.isEmpty)
  }

  @Test func `gaps are filled in the language's order, with the locale's money`() {
    let text = catalog(
      "moved", .money(Money(minorUnits: 123_450, currency: .gbp)), .string("Trip"))
    #expect(text.resolved(in: .test).text == "£1,234.50 moved to Trip (100%)")
    #expect(text.resolved(in: .russian).text == "В «Trip» переведено 1\u{A0}234,50\u{A0}£")
  }

  @Test func `what a language does not have stands in the source language, or as its key`() {
    #expect(catalog("english").resolved(in: .russian).text == "Only English")
    #expect(catalog("missing").resolved(in: .test).text == "missing")
  }

  @Test func `a file that cannot be read says why and breaks nothing`() {
    let broken = TextCatalog(Array("{\"strings\":".utf8))
    #expect(broken.faults.count == 1)
    #expect(broken("any").resolved(in: .test).text == "any")
  }

  @Test func `a text that cannot be read is left out and told of, and the others stand`() {
    let catalog = TextCatalog(
      Array(
        """
        {"strings":{"a {\\"}":{"localizations":{"en":{"stringUnit":{"value":"} first \\\\"}}}},
        "wrong":{"localizations":{"en":{"stringUnit":{"value":nonsense}}}},"none":{},
        "empty":{"localizations":{"ru":{}}},
        "last":{"comment":["[{",{"x":[1,-2.5e3,true,null]}],
        "localizations":{"en":{"stringUnit":{"value":"last"}}}}},"version":[{}]}
        """.utf8))
    #expect(catalog.keys == ["a {\"}", "empty", "last", "none", "wrong"])
    #expect(catalog("a {\"}").resolved(in: .test).text == "} first \\")
    #expect(catalog("last").resolved(in: .russian).text == "last")
    #expect(catalog("wrong").resolved(in: .test).text == "wrong")
    #expect(
      catalog.faults.map { $0.split(separator: ",")[0].split(separator: ":")[0] } == [
        "empty", "none", "wrong",
      ], "\(catalog.faults)")
    for cut in [
      "{", "{\"strings\":{\"a\"", "{\"strings\":{\"a\":{\"b\":\"", "{\"strings\":[]}", "{}", "",
    ] {
      #expect(TextCatalog(Array(cut.utf8)).faults.count == 1, "\(cut)")
    }
  }

  @Test func `a file that has a key twice says so`() {
    let text = #""a":{"localizations":{"en":{"stringUnit":{"value":"x"}}}}"#
    #expect(TextCatalog(Array(#"{"strings":{\#(text)}}"#.utf8)).faults.isEmpty)
    let faults = TextCatalog(Array(#"{"strings":{\#(text),\#(text)}}"#.utf8)).faults
    #expect(faults.count == 1 && faults[0].contains("no second member “a”"), "\(faults)")
  }

  @Test(arguments: [Texts.engine, Texts.currencies])
  func `the engine's own texts are complete in both languages`(catalog: TextCatalog) {
    #expect(catalog.faults.isEmpty && !catalog.keys.isEmpty)
    for key in catalog.keys {
      #expect(catalog.languages(of: key) == ["en", "ru"], "\(key)")
    }
  }

  /// Their plural category is that of one.
  @Test(arguments: ["accepts.choice", "refusal.not-a-choice"])
  func `of twenty-one choices a Russian is offered all`(key: String) {
    let text = Texts.engine(key, .integer(21), .string("x")).resolved(in: .russian).text
    #expect(text.contains("от 1 до 21"))
  }

  @Test(arguments: [Texts.engine, Texts.currencies])
  func `each of the engine's texts has the same gaps and every plural form`(catalog: TextCatalog) {
    let categories = ["en": ["one", "other"], "ru": ["few", "many", "one", "other"]]
    for key in catalog.keys {
      var gaps: Set<[String]> = []
      for (language, entry) in catalog.entries(of: key) ?? [:] {
        switch entry {
        case .single(let template): gaps.insert(template.gaps)
        case .plural(let templates):
          #expect(templates.keys.sorted() == categories[language], "\(key) \(language)")
          gaps.insert(Set(templates.values.flatMap(\.gaps)).sorted())
        }
      }
      #expect(gaps.count == 1, "\(key): \(gaps)")
    }
  }

  @Test func `every kind of number that cannot be read has its text`() {
    let ofAmounts: [AmountProblem.Code] = [
      .otherCurrency, .negative, .severalMagnitudes, .ambiguousMagnitude, .fractionOfUnit,
    ]
    for code in AmountProblem.Code.allCases where !ofAmounts.contains(code) {
      #expect(Texts.engine.keys.contains("refusal.decimal.\(code.name)"), "\(code)")
    }
  }

  @Test func `every kind of amount that cannot be read has its text`() {
    for code in AmountProblem.Code.allCases where code != .otherCurrency {
      #expect(Texts.engine.keys.contains("refusal.amount.\(code.name)"))
    }
  }
}

import Flowline
import FoundationEssentials
import Testing

/// The plural forms of every language, against samples that Babel 2.18 makes of CLDR 47.
struct PluralTests {
  /// Has a form for each category, in every language that is asked for.
  private func catalog(in languages: [Substring]) -> TextCatalog {
    let forms = ["zero", "one", "two", "few", "many", "other"]
      .map { "\"\($0)\":{\"stringUnit\":{\"value\":\"\($0)\"}}" }.joined(separator: ",")
    let localizations = Set(["en"] + languages.map { String($0.prefix { $0 != "_" }) })
      .map { "\"\($0)\":{\"variations\":{\"plural\":{\(forms)}}}" }.joined(separator: ",")
    let json = "{\"strings\":{\"n\":{\"localizations\":{\(localizations)}}}}"
    return TextCatalog(Array(json.utf8))
  }

  private static let numbers =
    Array(0...26) + [
      30, 40, 60, 61, 71, 72, 80, 82, 91, 92, 99, 100, 101, 102, 103, 104, 109, 110, 111, 112, 119,
      120, 121, 122, 200, 201, 1000, 1001, 1002, 2000, 5000, 10_000, 20_000, 40_000, 100_000,
      1_000_000, 1_000_001, 2_000_000,
    ]

  /// The languages, and the numbers of each category but `other`.
  private static let samples: [(languages: String, categories: String)] = [
    (
      """
      af an asa ast az bal bem bez bg brx ce cgg chr ckb da de dv ee el en eo et eu fi fo fur fy \
      gl gsw ha haw hu ia io jgo ji jmc ka kaj kcg kk kkj kl ks ksb ku ky lb lg lij mas mgo ml mn \
      mr nah nb nd ne nl nn nnh no nr ny nyn om or os pap ps rm rof rwk saq sc sd sdh seh sn so sq \
      ss ssy st sv sw syr ta te teo tig tk tn tr ts ug ur uz ve vo vun wae xh xog yi
      """,
      "one 1"
    ),
    (
      "ak am as bh bho bn csw doi fa ff gu guw hi hy kab kn ln mg nso pa pcm si ti wa zu",
      "one 0~1"
    ),
    ("he iu iw naq sat se sma smi smj smn sms", "one 1; two 2"),
    ("id ja ko th und vi yue zh", ""),
    ("ca es it lld pt_PT scn vec", "one 1; many 1000000 2000000"),
    (
      "bs hr sh sr",
      "one 1 21 61 71 91 101 121 201 1001 1000001; few 2~4 22~24 72 82 92 102~104 122 1002"
    ),
    (
      "ceb fil tl",
      """
      one 0~3 5 7~8 10~13 15 17~18 20~23 25 30 40 60~61 71~72 80 82 91~92 100~103 110~112 \
      120~122 200~201 1000~1002 2000 5000 10000 20000 40000 100000 1000000~1000001 2000000
      """
    ),
    ("dsb hsb sl", "one 1 101 201 1001 1000001; two 2 102 1002; few 3~4 103~104"),
    ("blo ksh lag", "zero 0; one 1"),
    ("fr ht pt", "one 0~1; many 1000000 2000000"),
    (
      "be ru uk",
      """
      one 1 21 61 71 91 101 121 201 1001 1000001; few 2~4 22~24 72 82 92 102~104 122 1002; many \
      0 5~20 25~26 30 40 60 80 99~100 109~112 119~120 200 1000 2000 5000 10000 20000 40000 \
      100000 1000000 2000000
      """
    ),
    (
      "ar ars",
      """
      zero 0; one 1; two 2; few 3~10 103~104 109~110; many 11~26 30 40 60~61 71~72 80 82 91~92 \
      99 111~112 119~122
      """
    ),
    ("cs sk", "one 1; few 2~4"),
    ("is mk", "one 1 21 61 71 91 101 121 201 1001 1000001"),
    (
      "lv prg",
      """
      zero 0 10~20 30 40 60 80 100 110~112 119~120 200 1000 2000 5000 10000 20000 40000 100000 \
      1000000 2000000; one 1 21 61 71 91 101 121 201 1001 1000001
      """
    ),
    ("mo ro", "one 1; few 0 2~19 101~104 109~112 119 201 1001~1002 1000001"),
    (
      "br",
      """
      one 1 21 61 101 121 201 1001 1000001; two 2 22 82 102 122 1002; few 3~4 9 23~24 103~104 \
      109; many 1000000 2000000
      """
    ),
    ("cy", "zero 0; one 1; two 2; few 3; many 6"),
    ("ga", "one 1; two 2; few 3~6; many 7~10"),
    ("gd", "one 1 11; two 2 12; few 3~10 13~19"),
    (
      "gv",
      """
      one 1 11 21 61 71 91 101 111 121 201 1001 1000001; two 2 12 22 72 82 92 102 112 122 1002; \
      few 0 20 40 60 80 100 120 200 1000 2000 5000 10000 20000 40000 100000 1000000 2000000
      """
    ),
    (
      "kw",
      """
      zero 0; one 1; two 2 22 82 102 122 1000 1002 2000 5000 10000 20000 40000 100000; few 3 23 \
      103; many 21 61 101 121 201 1001 1000001
      """
    ),
    (
      "lt",
      "one 1 21 61 71 91 101 121 201 1001 1000001; few 2~9 22~26 72 82 92 99 102~104 109 122 1002"
    ),
    ("mt", "one 1; two 2; few 0 3~10 103~104 109~110; many 11~19 111~112 119"),
    (
      "pl",
      """
      one 1; few 2~4 22~24 72 82 92 102~104 122 1002; many 0 5~21 25~26 30 40 60~61 71 80 91 \
      99~101 109~112 119~121 200~201 1000~1001 2000 5000 10000 20000 40000 100000 \
      1000000~1000001 2000000
      """
    ),
    ("shi", "one 0~1; few 2~10"),
    ("tzm", "one 0~1 11~26 30 40 60~61 71~72 80 82 91~92 99"),
  ]

  @Test(arguments: samples)
  func `each language has the plural forms of CLDR`(languages: String, categories: String) {
    var expected: [Int: String] = [:]
    for category in categories.split(separator: "; ") {
      let words = category.split(separator: " ")
      for range in words.dropFirst() {
        let ends = range.split(separator: "~").compactMap { Int($0) }
        for number in ends[0]...ends[ends.count - 1] { expected[number] = String(words[0]) }
      }
    }
    let languages = languages.split(separator: " ")
    let catalog = catalog(in: languages)
    for language in languages {
      let environment = FlowEnvironment.noon("2026-11-20", String(language))
      let wrong = Self.numbers.filter { number in
        catalog("n", .integer(number)).resolved(in: environment).text
          != expected[number, default: "other"]
      }
      #expect(wrong.isEmpty, "\(language)")
    }
  }

  @Test(arguments: [
    ("ru", -21, "one"), ("ru", Int.min, "many"), ("en", -1, "one"), ("ar", -3, "few"),
    ("pt_BR", 0, "one"), ("pt_AO", 0, "other"), ("tlh", 1, "other"),
  ])
  func `signs, countries and unknown languages have their forms`(
    locale: String, number: Int, form: String
  ) {
    let environment = FlowEnvironment.noon("2026-11-20", locale)
    let text = catalog(in: [locale[...]])("n", .integer(number))
    #expect(text.resolved(in: environment).text == form)
  }

  @Test func `a text that stands in from another language has that language's form`() {
    let catalog = catalog(in: [])
    let environment = FlowEnvironment.noon("2026-11-20", "ru_RU")
    #expect(catalog("n", .integer(21)).resolved(in: environment).text == "other")
  }
}

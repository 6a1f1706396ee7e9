import Testing

@testable import FlowlineTerminal

struct LocaleChoiceTests {
  @Test(
    arguments: [
      ([:], nil, nil, "en_GB"),
      (["LANG": "C"], nil, nil, "en_GB"),
      (["LANG": "POSIX", "LANGUAGE": "ru"], nil, nil, "en_GB"),
      (["LANG": "ru_RU.UTF-8"], nil, nil, "ru_RU"),
      (["LANG": "de_DE@euro"], nil, nil, "de_DE"),
      (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8"], nil, nil, "ru_RU"),
      (["LC_MESSAGES": "ru_RU.UTF-8", "LC_ALL": "en_US.UTF-8"], nil, nil, "en_US"),
      (["LC_ALL": "C", "LANG": "ru_RU.UTF-8"], nil, nil, "en_GB"),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "ru:en"], nil, nil, "ru_RU"),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "en"], nil, nil, "en_US"),
      (["LANG": "en_US.UTF-8"], nil, "ru", "ru_RU"),
      (["LANG": "ru_KZ.UTF-8"], nil, "ru", "ru_KZ"),
      (["LANG": "ru_RU.UTF-8"], "fr-CA", nil, "fr_CA"),
      (["LANG": "ru_RU.UTF-8"], "fr-CA", "en", "en_CA"), ([:], "ru_KZ", "ru", "ru_KZ"),
      ([:], "zh-Hans-CN", "ru", "ru_CN"), ([:], "de", "en", "en"),
      (["LANG": "../../etc/passwd"], nil, nil, "en_GB"),
    ] as [([String: String], String?, String?, String)])
  func `the locale follows options, then the environment`(
    environment: [String: String], locale: String?, language: String?, expected: String
  ) {
    let choice = LocaleChoice(locale: locale, language: language) { environment[$0] }
    #expect(choice.identifier == expected)
  }

  @Test(arguments: [
    ("en_GB", true), ("ru", true), ("zh-Hans-CN", true), ("es_419", true), ("?", false),
    ("", false), ("english", false), ("en_", false), ("en GB", false),
  ])
  func `an identifier has the form of one`(text: String, isOne: Bool) {
    #expect(LocaleChoice.isIdentifier(text) == isOne)
  }

  @Test(arguments: [
    ("en_GB", true), ("ru", true), ("fr-CA", true), ("zh-Hans-CN", true), ("de_DE.UTF-8", true),
    ("zh_TW", true), ("no_NO", true),
    ("zz", false), ("xx_GB", false), ("english", false), ("", false),
  ])
  func `a locale is one that the system knows`(text: String, isOne: Bool) {
    #expect(LocaleChoice.isKnown(text) == isOne)
  }
}

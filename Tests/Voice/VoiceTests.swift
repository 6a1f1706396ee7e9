import Testing

/// The voice of all texts: what can be checked by a machine is.
struct VoiceTests {
  private static let catalogs = Result { try Catalog.all() }

  @Test func `every catalogue is looked at`() throws {
    let catalogs = try Self.catalogs.get()
    let names = Set(catalogs.map(\.name))
    #expect(names.isSuperset(of: ["Flowline", "Terminal", "Program", "BankSteps", "Onboarding"]))
    #expect(names.count == catalogs.count && names.count > 13)
    #expect(catalogs.allSatisfy { !$0.keys.isEmpty })
  }

  @Test(arguments: try catalogs.get())
  func `every text keeps to the guide`(catalog: Catalog) throws {
    let found = try Check.findings(in: catalog).filter { finding in
      !Exemption.all.contains { $0.covers(finding) }
    }
    #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
  }

  @Test(arguments: Exemption.all.indices)
  func `no exemption is needless`(index: Int) throws {
    let exemption = Exemption.all[index]
    let found = try Self.catalogs.get().filter { $0.name == exemption.file }
      .flatMap(Check.findings)
    #expect(found.contains(where: exemption.covers), "\(exemption)")
  }

  /// A text that breaks a rule, and that it breaks no other.
  struct Fault: Sendable, CustomTestStringConvertible {
    let rule: String
    let language: String
    let text: String
    var key = "a.row"

    var testDescription: String { "\(rule): \(text)" }

    init(_ rule: String, _ language: String, _ text: String, key: String = "a.row") {
      self.rule = rule
      self.language = language
      self.text = text
      self.key = key
    }
  }

  static let faults = [
    Fault("straight-quotes", "en", "Say \"yes\"."),
    Fault("straight-quotes", "en", "The week's payments."),
    Fault("straight-quotes", "ru", "Введите 'да'."),
    Fault("dots", "en", "Wait..."),
    Fault("hyphens", "en", "Choose 1-3."),
    Fault("hyphens", "en", "step %1$@ of %2$@-%3$@"),
    Fault("hyphens", "ru", "Сегодня - нет."),
    Fault("spaces", "en", "Two  spaces."),
    Fault("spaces", "ru", "Конец ."),
    Fault("exclamation", "en", "Add round-ups!"),
    Fault("guillemets", "en", "Say «yes»."),
    Fault("guillemets", "en", "One — two"),
    Fault("possessives", "en", "You don’t have one."),
    Fault("possessives", "en", "It’s done."),
    Fault("quotation-marks", "ru", "Скажите “да”."),
    Fault("dash", "ru", "Цель — создана"),
    Fault("dash", "ru", "{first} – {last}"),
    Fault("numero", "ru", "Символ № %@"),
    Fault("yo", "ru", "Попробуйте еще раз."),
    Fault("yo", "ru", "Сеанс сохранен."),
    Fault("capital-you", "ru", "Теперь Вы вошли."),
    Fault("please", "en", "Please wait."),
    Fault("please", "ru", "Подождите, пожалуйста."),
    Fault("label", "en", "Amount", key: "amount.label"),
    Fault("label", "ru", "сумма.", key: "amount.label"),
    Fault("option", "en", "done", key: "details.option.done"),
    Fault("option", "ru", "Готово.", key: "details.option.done"),
    Fault("activity", "en", "Reading the goals", key: "goals.activity"),
    Fault("activity", "ru", "загрузка целей", key: "goals.activity"),
    Fault("units", "en", "for %@ s"),
    Fault("units", "ru", "ещё %lld мин"),
    Fault("long-label", "en", "what the bank shows of this order", key: "order.label"),
    Fault("long-option", "ru", "Посмотреть всё, что показывает банк", key: "order.option.look"),
    Fault("words", "en", "Which account’s spending shall be rounded up?"),
    Fault("words", "en", "%@ was left."),
    Fault("words", "en", "“%@” is no locale."),
    Fault("words", "en", "The answer was not taken."),
    Fault("words", "en", "The session is kept."),
    Fault("words", "en", "Make a goal."),
    Fault("words", "en", "This takes a amount."),
    Fault("words", "en", "“%@” is not part of an amount."),
    Fault("slova", "ru", "Чтение счетов"),
    Fault("slova", "ru", "В силе %lld ответов."),
    Fault("slova", "ru", "Банк не знает такого счёта"),
    Fault("slova", "ru", "«забыть last» удалит его."),
    Fault("spelling", "en", "The session was canceled."),
    Fault("spelling", "en", "All colors."),
  ]

  @Test(arguments: faults)
  func `a fault is found, and none beside it`(fault: Fault) throws {
    let entry = Catalog.Entry(key: fault.key, language: fault.language, text: fault.text)
    let found = try Rule.all.filter { try $0.fault(in: entry) != nil }.map(\.name)
    #expect(found == [fault.rule])
  }

  @Test func `every rule has a fault that it finds`() {
    #expect(Set(Rule.all.map(\.name)) == Set(Self.faults.map(\.rule)))
  }

  @Test(arguments: [
    ("en", "The week’s payments: “%1$@” – “%2$@”."), ("en", "It is no longer there."),
    ("en", "A date such as 2026-11-20."), ("en", "It was left as it is."),
    ("ru", "Что принимает „банк“\u{A0}— «да» или «нет»."), ("ru", "Символ №\u{A0}%@"),
    ("ru", "Вы вошли. Ваши ответы сохранены."), ("en", "wait %@\u{A0}s"),
  ])
  func `what the guide wants is not found fault with`(language: String, text: String) throws {
    let entry = Catalog.Entry(key: "a.row", language: language, text: text)
    #expect(try Rule.all.filter { try $0.fault(in: entry) != nil }.map(\.name) == [])
  }

  /// What is done to a catalogue that is in order, and what is found then.
  @Test(arguments: [
    ("languages", "ru"), ("plural", "few"), ("gaps", "gap"), ("empty", "text"), ("slova", "word"),
  ])
  func `a fault that is put into a catalogue is found at its key`(
    rule: String, change: String
  ) throws {
    var catalog = try #require(try Self.catalogs.get().first { $0.name == "BankSteps" })
    let key = "age.days"
    #expect(try Check.findings(in: catalog).filter { $0.key == key } == [])
    let index = try #require(
      catalog.entries.firstIndex { $0.key == key && $0.language == "ru" && $0.category == "few" })
    switch change {
    case "ru": catalog.entries.removeAll { $0.key == key && $0.language == "ru" }
    case "few": catalog.entries.remove(at: index)
    case "gap": catalog.entries[index].text += " %2$@"
    case "text": catalog.entries[index].text = ""
    default: catalog.entries[index].text += " взять"
    }
    // A form without its gap is no fault: another form of the language has it.
    #expect(
      try Set(Check.findings(in: catalog).filter { $0.key == key }.map(\.rule)).contains(rule))
  }
}

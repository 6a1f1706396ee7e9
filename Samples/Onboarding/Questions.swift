import Days
import Flowline
import Foundation
import Money

/// What is asked, each of another kind.
enum Questions {
  static var name: some Screen<String> {
    TextScreen("name", texts("name.question"), length: 2...80, example: "Ada Lovelace")
      .label(texts("name.label"))
      .purpose(.name)
  }

  static var userName: some Screen<String> {
    TextScreen("user-name", texts("user-name.question"), length: 3...20, example: "ada")
      .label(texts("user-name.label"))
      .purpose(.userName)
      .help(texts("user-name.help"))
      .refusing("not-a-user-name", texts("user-name.letters")) { name in
        !name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
      }
  }

  /// Customers are at least eighteen.
  static func birthday(in environment: FlowEnvironment) -> some Screen<Day> {
    let today = Day(environment.now, in: environment)
    return DateScreen(
      "birthday", texts("birthday.question"), from: Day(year: 1900, month: 1, day: 1),
      to: Day(year: today.year - 18, month: today.month, day: min(today.day, 28))
    )
    .label(texts("birthday.label"))
    .purpose(.birthday)
    .reason(texts("birthday.reason"))
  }

  /// Every country of ISO 3166, by its name in the customer's language.
  static func country(in environment: FlowEnvironment) -> some Screen<String> {
    // Sark is no country of ISO 3166, though it has a code, and has no name in Russian.
    let countries = Locale.Region.isoRegions.filter {
      $0.identifier.count == 2 && $0.isISORegion && $0.subRegions.isEmpty && $0.identifier != "CQ"
    }
    let names = countries.map { country in
      let code = country.identifier
      return (code, environment.locale.localizedString(forRegionCode: code) ?? code)
    }
    let options = names.sorted { $0.1.localizedStandardCompare($1.1) == .orderedAscending }
      .map { code, name in Option(code, code, label: Text(verbatim: name)) }
    return ChoiceScreen("country", texts("country.question"), options: options)
      .label(texts("country.label"))
      .purpose(.country)
  }

  static var taxNumber: some Screen<String> {
    TextScreen("tax-number", texts("tax-number.question"), length: 4...20)
      .label(texts("tax-number.label"))
      .reason(texts("tax-number.reason"))
  }

  static var household: some Screen<Int> {
    NumberScreen("household", texts("household.question"), in: 1...20, default: 1)
      .label(texts("household.label"))
  }

  static var purposes: some Screen<[Purpose]> {
    let options = Purpose.allCases.map {
      Option($0.rawValue, $0, label: texts("purpose.\($0.rawValue)"))
    }
    return MultipleChoiceScreen("purposes", texts("purposes.question"), options: options)
      .label(texts("purposes.label"))
  }

  /// More than most earn in a month may be meant for a year.
  static var income: some Screen<Money> {
    AmountScreen("income", texts("income.question"), in: .gbp, minorUnits: 0...1_000_000_000_00)
      .warning("unusual") { income, _ in
        income.minorUnits > 20_000_00 ? texts("income.unusual", .money(income)) : nil
      }
      .label(texts("income.label"))
      .help(texts("income.help"))
  }

  static var share: some Screen<Decimal> {
    DecimalScreen("share", texts("share.question"), fractionDigits: 2, from: 0, to: 100)
      .unit("%")
      .label(texts("share.label"))
  }

  static var remarks: some Screen<String> {
    LongTextScreen("remarks", texts("remarks.question"), length: 0...2000)
      .label(texts("remarks.label"))
  }

  static var hasDocument: some Screen<Bool> {
    ConfirmScreen("has-document", texts("has-document.question"), default: false)
      .label(texts("has-document.label"))
  }

  /// A picture or a PDF of the kind that telephones and scanners make.
  static var document: some Screen<KeptFile> {
    FileScreen("document", texts("document.question"), accepting: [.pdf, .png, .jpeg])
      .label(texts("document.label"))
  }

  static var password: some Screen<Secret<String>> {
    SecretScreen("password", texts("password.question"), length: 8...128, isRepeated: true)
      .label(texts("password.label"))
  }
}

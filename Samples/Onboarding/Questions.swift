import Days
import Flowline
import Foundation
import Money

/// The questions with rules of their own; their words are in the catalogue.
enum Questions {
  static var name: some Screen<String> {
    TextScreen("name", length: 2...80, example: "Ada Lovelace").purpose(.name)
  }

  static var userName: some Screen<String> {
    TextScreen("user-name", length: 3...20, example: "ada")
      .purpose(.userName)
      .refusing("not-a-user-name") { name in
        !name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
      }
  }

  /// Customers are at least eighteen.
  ///
  /// Somebody is eighteen from the date of the birthday on (Family Law Reform Act 1969, section 9). A common
  /// year has no 29 February: who was born on one is eighteen on 1 March, since `Day.adding(months:)` leads
  /// from 28 February to 28 February.
  static func birthday(in environment: FlowEnvironment) -> some Screen<Day> {
    let today = Day(environment.now, in: environment)
    return DateScreen(
      "birthday", from: Day(year: 1900, month: 1, day: 1), to: today.adding(months: -12 * 18)
    ).purpose(.birthday)
  }

  /// Every country of ISO 3166-1, by its name in the customer's language.
  static func country(in environment: FlowEnvironment) -> some Screen<String> {
    let names = Countries.codes.map { ($0, Countries.name(of: $0, in: environment)) }
    let options = names.sorted { $0.1.localizedStandardCompare($1.1) == .orderedAscending }
      .map { code, name in Option(code, code, label: Text(verbatim: name)) }
    return ChoiceScreen("country", options: options).purpose(.country)
  }

  /// More than most earn in a month may be meant for a year.
  static var income: some Screen<Money> {
    AmountScreen("income", in: .gbp, minorUnits: 0...1_000_000_000_00)
      .warning("unusual") { income, _ in
        income.minorUnits > 20_000_00 ? texts("income.refusal.unusual", income) : nil
      }
  }

  static var share: some Screen<Decimal> {
    DecimalScreen("share", fractionDigits: 2, from: 0, to: 100).unit("%")
  }
}

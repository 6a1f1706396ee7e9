import Days
import Flowline
import Foundation

/// The pages at the end.
enum Pages {
  static func confirmation(
    of application: Application, in environment: FlowEnvironment
  ) -> some Screen<Bool> {
    let person = application.person
    let country = application.residence.country
    let name = environment.locale.localizedString(forRegionCode: country) ?? country
    var rows = [
      Row(texts("name.label"), Text(verbatim: person.name)),
      Row(texts("user-name.label"), Text(verbatim: person.userName)),
      Row(texts("birthday.label"), Text(verbatim: person.birthday.description)),
      Row(texts("country.label"), Text(verbatim: name)),
    ]
    if let number = application.residence.taxNumber {
      rows.append(Row(texts("tax-number.label"), Text(verbatim: number)))
    }
    rows += [
      Row(texts("income.label"), texts("amount", .money(application.plans.income))),
      Row(
        texts("purposes.label"), texts("purposes.count", .integer(application.plans.purposes.count))
      ),
    ]
    if let document = application.document {
      rows.append(Row(texts("document.label"), Text(verbatim: document.name)))
    }
    return ConfirmScreen("confirm", texts("confirm.question"), page: [Section(rows: rows)])
      .label(texts("confirm.label"))
  }

  static func welcome(to account: OpenedAccount) -> some Screen<Seen> {
    ReviewScreen(
      "welcome", texts("welcome.title", .string(account.userName)),
      page: [Section(rows: [Row(texts("welcome.number"), Text(verbatim: account.number))])]
    ).label(texts("welcome.label"))
  }
}

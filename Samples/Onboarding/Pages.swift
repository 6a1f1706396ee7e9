import Days
import Flowline
import Foundation

/// The pages at the end.
enum Pages {
  /// Each row has the name of the step whose answer it shows, so that it can be changed from here.
  static func confirmation(
    of application: Application, in environment: FlowEnvironment
  ) -> some Screen<Bool> {
    let person = application.person
    let country = application.residence.country
    let name = environment.locale.localizedString(forRegionCode: country) ?? country
    var rows = [
      Row(texts("confirm.row.name"), Text(verbatim: person.name), id: "name"),
      Row(texts("confirm.row.user-name"), Text(verbatim: person.userName), id: "user-name"),
      Row(texts("confirm.row.birthday"), Text(person.birthday), id: "birthday"),
      Row(texts("confirm.row.country"), Text(verbatim: name), id: "country"),
    ]
    if let number = application.residence.taxNumber {
      rows.append(Row(texts("confirm.row.tax-number"), Text(verbatim: number), id: "tax-number"))
    }
    rows += [
      Row(
        texts("confirm.row.income"), texts("amount", .money(application.plans.income)),
        id: "income"),
      Row(
        texts("confirm.row.purposes"),
        texts("purposes.count", .integer(application.plans.purposes.count)), id: "purposes"),
    ]
    if let document = application.document {
      rows.append(
        Row(texts("confirm.row.document"), Text(verbatim: document.name), id: "document"))
    }
    return ConfirmScreen("confirm", texts("confirm.question"), page: [Section(rows: rows)])
      .label(texts("confirm.label"))
  }

  /// Somebody took the user name between the question and the order: nothing was done.
  static func taken(_ userName: String) -> some Screen<Seen> {
    ReviewScreen(
      "taken", texts("taken.title", .string(userName)),
      page: [Section(rows: [Row(texts("taken.nothing"), mark: .failure)])]
    ).label(texts("taken.label"))
  }

  static func welcome(to account: OpenedAccount) -> some Screen<Seen> {
    ReviewScreen(
      "welcome", texts("welcome.title", .string(account.userName)),
      page: [Section(rows: [Row(texts("welcome.number"), Text(verbatim: account.number))])]
    ).label(texts("welcome.label"))
  }
}

import Flowline

extension Application {
  /// What is to be confirmed.
  ///
  /// Each row is called after the step whose answer it shows, so that the answer can be changed from there.
  @PageBuilder
  func page(in environment: FlowEnvironment) -> [Section] {
    Row("name", person.name)
    Row("user-name", person.userName)
    Row("birthday", person.birthday)
    Row("country", Countries.name(of: residence.country, in: environment))
    if let number = residence.taxNumber { Row("tax-number", number) }
    Row("income", plans.income)
    Row("purposes", texts("purposes.count", plans.purposes.count))
    if let document { Row("document", document.name) }
  }
}

import Flowline
import FoundationEssentials

/// Opens an account for a new customer, with questions of nearly every kind.
///
/// A user name that is taken is found out while the customer waits, or when the account is to be opened:
/// then another is asked for, and nothing else again. An income that looks like a year's is asked about, and
/// so is somebody who seems to be a customer. A document is kept beside the journal until the account is
/// opened. That is done once, whatever is cut off.
struct OpenAccountFlow: Flow {
  let id: FlowID = "open-account"
  /// The tax number was a line of text in version 1.
  var version: Int { 2 }
  var catalog: TextCatalog? { texts }
  let registry: Registry

  /// A tax number is asked for outside the registry's country, a document if there is one.
  var steps: ClosedRange<Int>? { 13...15 }

  func words(for account: OpenedAccount) -> Text? {
    texts("open-account.result", account.number, account.userName)
  }

  func run(_ context: FlowContext) async throws -> OpenedAccount {
    var application = Application(
      person: try await person(context), residence: try await residence(context),
      plans: try await plans(context), document: try await document(context))
    let password = try await context.run(
      SecretScreen("password", length: 8...128, isRepeated: true))
    while true {
      try await context.confirm("confirm") { application.page(in: context.environment) }
      if let account = try await open(application, with: password, context) {
        try await context.show("welcome", with: ["name": account.userName]) {
          Row("number", account.number)
        }
        return account
      }
      // The page, the name, the confirmation and the welcome.
      context.expect(4...4)
      try await context.show("taken", with: ["name": application.person.userName]) {
        Row("nothing", mark: .failure)
      }
      application.person.userName = try await context.run(Questions.userName, checking: checkFree)
    }
  }

  /// The account; nil if somebody took the user name since it was asked for, and none was opened.
  private func open(
    _ application: Application, with password: Secret<String>, _ context: FlowContext
  ) async throws -> OpenedAccount? {
    do {
      let account = try await context.commit("account", of: application) {
        [registry, files = context.files] application, key in
        let document = try await files.document(of: application)
        return try await registry.open(
          application, with: document, password: password, key: key.description)
      }
      return account
    } catch is CommitRefused {
      return nil
    }
  }

  /// Who applies: one page, or one question after another if there are no pages.
  private func person(_ context: FlowContext) async throws -> Person {
    let form = Form("person") { page -> Person? in
      let name = page.ask(Questions.name)
      let userName = page.ask(Questions.userName, checking: checkFree)
      let birthday = page.ask(Questions.birthday(in: page.environment))
      guard let name, let userName, let birthday else { return nil }
      return Person(name: name, userName: userName, birthday: birthday)
    }
    return try await context.run(form.checking(checkNew))
  }

  /// Refuses a user name that somebody has.
  private func checkFree(_ userName: String) async throws -> Refusal? {
    try await registry.isTaken(userName)
      ? Refusal("taken", arguments: ["name": .string(userName)]) : nil
  }

  /// Asks back about a person who seems to be a customer: two may have one name and one birthday.
  private func checkNew(_ person: Person) async throws -> Refusal? {
    try await registry.isKnown(person) ? Refusal("known", isWarning: true).at("name") : nil
  }

  private func residence(_ context: FlowContext) async throws -> Residence {
    let country = try await context.run(Questions.country(in: context.environment))
    guard country != Registry.country else {
      context.expect(9...10)
      return Residence(country: country, taxNumber: nil)
    }
    context.expect(10...11)
    return Residence(
      country: country, taxNumber: try await context.run(TaxNumberScreen("tax-number")))
  }

  private func plans(_ context: FlowContext) async throws -> Plans {
    Plans(
      household: try await context.run(NumberScreen("household", in: 1...20, default: 1)),
      purposes: try await context.run(
        MultipleChoiceScreen("purposes", options: Purpose.allCases.map { Option($0) })),
      income: try await context.run(Questions.income),
      share: try await context.run(Questions.share).description,
      remarks: try await context.run(LongTextScreen("remarks", length: 0...2000)))
  }

  private func document(_ context: FlowContext) async throws -> KeptFile? {
    guard try await context.run(ConfirmScreen("has-document", default: false)) else {
      context.expect(3...3)
      return nil
    }
    context.expect(4...4)
    // What telephones and scanners make.
    return try await context.run(FileScreen("document", accepting: [.pdf, .png, .jpeg]))
  }
}

extension SessionFiles {
  /// The document of an application; nil if it has none.
  ///
  /// - Throws: `CommitNotSent` if it cannot be read, so that the person may have it tried again.
  fileprivate func document(of application: Application) async throws -> FileContents? {
    guard let document = application.document else { return nil }
    do {
      return try await contents(of: document)
    } catch {
      throw CommitNotSent(error)
    }
  }
}

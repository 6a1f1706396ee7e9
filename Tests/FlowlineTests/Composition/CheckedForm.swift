import Flowline

/// A form whose fields, and which as a whole, somebody outside has a say about.
struct CheckedForm {
  struct Payee: Codable, Hashable, Sendable {
    let name: String
    let country: String
    let iban: String
  }

  /// What was checked, in the order it was asked for.
  let log = Log()

  /// The name 7 is taken, the account 7 unknown, and the account 8 of another country than 8.
  var form: Form<Payee> {
    form(
      name: { [log] name in
        log.add("name \(name)")
        return name == "7" ? Refusal("taken", "Somebody has it.") : nil
      },
      iban: { [log] iban in
        log.add("iban \(iban)")
        return iban == "7" ? Refusal("unknown", "The bank does not know it.") : nil
      },
      whole: { [log] payee in
        log.add("whole \(payee.name) \(payee.country) \(payee.iban)")
        guard payee.iban == "8", payee.country != "8" else { return nil }
        return Refusal("elsewhere", "The account is not there.").at("country")
      })
  }

  func form(
    name: @escaping @Sendable (String) async throws -> Refusal? = { _ in nil },
    iban: @escaping @Sendable (String) async throws -> Refusal? = { _ in nil },
    whole: @escaping @Sendable (Payee) async throws -> Refusal? = { _ in nil }
  ) -> Form<Payee> {
    Form("payee", "Whom do you pay?") { page in
      let name = page.ask(TextScreen("name", "Name?"), checking: name)
      let country = page.ask(TextScreen("country", "Country?").label("Country"))
      let iban = page.ask(TextScreen("iban", "IBAN?"), checking: iban)
      guard let name, let country, let iban else { return nil }
      return Payee(name: name, country: country, iban: iban)
    }
    .checking(whole)
  }

  /// Asks for an amount before the form and for a yes behind it.
  func flow(_ form: Form<Payee>? = nil) -> ClosureFlow<Bool> {
    let form = form ?? self.form
    return ClosureFlow("pay") { context in
      let amount = try await context.run(ask("amount"))
      let payee = try await context.run(form)
      return try await context.run(ConfirmScreen("sure", "Pay \(payee.name) \(amount)?"))
    }
  }

  /// A session that asks the form.
  func start(_ form: Form<Payee>? = nil, _ options: SessionOptions = .test) -> FlowController {
    let controller = FlowController()
    controller.start(flow(form), options)
    controller.answer("12")
    return controller
  }
}

extension FlowController {
  /// Sends a page of texts.
  @discardableResult
  func fill(
    name: String, country: String, iban: String, acknowledging isAcknowledged: Bool = false
  ) -> Reception {
    fill(
      ["name": .text(name), "country": .text(country), "iban": .text(iban)],
      acknowledging: isAcknowledged)
  }

  /// Answers questions in turn.
  func answer(all answers: [String]) { for text in answers { answer(.text(text)) } }

  /// The codes of the fields that were refused.
  var refusedFields: [StepID: Refusal.Code] {
    Dictionary(
      uniqueKeysWithValues: (prompt?.form?.fields ?? []).compactMap { field in
        field.refused.map { (field.id, $0.code) }
      })
  }
}

/// What is to be found out outside about an answer, or about a page, before it is taken.
struct PendingCheck: Sendable {
  /// Whether what it throws may tell of what was typed at a sensitive step.
  var isSensitive = false
  let run: @Sendable () async throws -> Refusal?

  /// What is said of an error that may quote what was typed at a sensitive step.
  static let failure = "it failed"
}

extension PendingCheck {
  init(_ run: @escaping @Sendable () async throws -> Refusal?) {
    self.init(run: run)
  }
}

extension Form {
  /// The same form, whose result is checked outside before the form is taken: that the bank knows a
  /// payee, that a name and a place go together.
  ///
  ///     let checked = payee.checking { payee in
  ///       try await bank.knows(payee)
  ///         ? nil : Refusal("unknown", "The bank knows no such payee.").at("iban")
  ///     }
  ///
  /// It is checked once, when all its fields have taken their answers: as a page is sent, or as the last
  /// field is answered where one is asked after another. What is in the journal is not checked again, unless
  /// an earlier answer was changed.
  /// What ``FlowContext/run(_:checking:)`` says of a check is true of this one, too. A form that asks
  /// for nothing is not checked.
  ///
  /// - Parameter check: finds out why the form cannot be taken, on any thread; nil if it can. A refusal
  ///   that is meant for one of the fields is handed on by ``Refusal/at(_:)``.
  /// - Returns: the form with this check behind those it has.
  public func checking(
    _ check: @escaping @Sendable (Output) async throws -> Refusal?
  ) -> Form<Output> {
    var form = self
    let earlier = self.check
    form.check = { output in
      if let refusal = try await earlier?(output) { return refusal }
      return try await check(output)
    }
    return form
  }
}

extension FormPage {
  /// Puts a field on the page whose answer is checked outside before it is taken; otherwise as
  /// ``ask(_:)``.
  ///
  ///     let iban = page.ask(TextScreen("iban", "IBAN?")) { iban in
  ///       try await bank.knows(iban) ? nil : Refusal("unknown", "The bank knows no such account.")
  ///     }
  ///
  /// - Parameters:
  ///   - screen: the field.
  ///   - check: finds out why the answer cannot be taken, on any thread; nil if it can. See
  ///     ``FlowContext/run(_:checking:)``.
  /// - Returns: the field's answer; nil if there is none yet, or one that the field refuses.
  public mutating func ask<Asked: Screen>(
    _ screen: Asked, checking check: @escaping @Sendable (Asked.Output) async throws -> Refusal?
  ) -> Asked.Output? {
    guard let value = ask(screen) else { return nil }
    checks[screen.id] = { try await check(value) }
    return value
  }
}

extension Refusal {
  /// The same refusal for a field of a form, from a check of the form as a whole.
  ///
  /// On a page it stands at that field. If one field is asked after another, it refuses the last answer
  /// and names the field.
  public func at(_ field: StepID) -> Refusal {
    isWarning ? .doubtful([field: self]) : .ofForm([field: self])
  }
}

// MARK: - Inside

extension FormPage {
  typealias Check = @Sendable () async throws -> Refusal?

  /// Why the answer of the field that is asked is refused: for itself, or for what it is together with
  /// the fields before it.
  func refusal(askedAs id: StepID) -> Refusal? {
    if let own = refusals[id] { return own }
    return names.first(among: refusals, askedAs: id)
  }

  /// What is to be found out about the answer of a field that is asked by itself: its own check, and the
  /// form's if no other field is left.
  func check(of id: StepID) -> PendingCheck? {
    let own = checks[id]
    let whole = next == nil ? checkOfWhole : nil
    guard own != nil || whole != nil else { return nil }
    let names = names
    return PendingCheck(isSensitive: whole != nil && names.hasSensitive) {
      let doubt = try await own?()
      if let doubt, !doubt.isWarning { return doubt }
      guard let refusal = try await whole?() else { return doubt }
      let named = names.told(refusal, askedAs: id)
      guard let doubt, named.isWarning else { return named }
      return .doubtful([id: doubt], and: named)
    }
  }

  /// What is to be found out about a page that was sent.
  ///
  /// - Parameter isChanged: whether a field has another answer than before: what stands is not checked
  ///   again.
  /// - Returns: the check; nil if there is nothing to find out.
  func check(ofThose isChanged: (StepID) -> Bool) -> PendingCheck? {
    let changed = checks.filter { isChanged($0.key) }
    let whole = checkOfWhole
    guard !changed.isEmpty || whole != nil else { return nil }
    let names = names
    return PendingCheck(isSensitive: whole != nil && names.hasSensitive) {
      let found = await Self.findings(of: changed, names)
      let wrong = found.filter { !$0.value.isWarning }
      guard wrong.isEmpty else { return .ofForm(wrong) }
      guard let refusal = try await whole?() else {
        return found.isEmpty ? nil : .doubtful(found)
      }
      let told = names.told(refusal)
      guard told.isWarning, !found.isEmpty else { return told }
      return told.fields.isEmpty
        ? Refusal(
          told.code, told.message, arguments: told.arguments, fields: found, isWarning: true)
        : .doubtful(found.merging(told.fields) { $1 })
    }
  }

  /// What the checks of fields find, at once: all that is wrong with a page is said together.
  private static func findings(
    of checks: [StepID: Check], _ names: FieldNames
  ) async -> [StepID: Refusal] {
    await withTaskGroup(of: (StepID, Refusal?).self) { group in
      for (id, check) in checks {
        group.addTask {
          do {
            return (id, try await check().map { names.told($0, of: id) })
          } catch {
            let isSensitive = names[id]?.isSensitive ?? true
            return (
              id, .checkFailed(isSensitive ? PendingCheck.failure : String(describing: error))
            )
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  private var names: FieldNames {
    FieldNames(
      fields: fields.map { field in
        let place = environment.beside(field).place
        return FieldNames.Field(
          id: field.id, name: field.title.bound(to: place), place: place,
          isSensitive: field.question.isSensitive)
      })
  }
}

/// What the fields of a form are called, for saying which of them a refusal is about.
private struct FieldNames: Sendable {
  struct Field: Sendable {
    let id: StepID
    let name: Text
    let place: TextPlace?
    let isSensitive: Bool
  }

  let fields: [Field]

  var hasSensitive: Bool { fields.contains(where: \.isSensitive) }

  subscript(id: StepID) -> Field? { fields.first { $0.id == id } }

  /// The refusal of a field, as it is handed on.
  func told(_ refusal: Refusal, of id: StepID) -> Refusal {
    guard let field = self[id] else { return refusal }
    let bound = refusal.bound(to: field.place)
    return field.isSensitive ? bound.redacted : bound
  }

  /// What a check of the whole form found, as it is handed on: beside a sensitive field it may quote it.
  func told(_ refusal: Refusal) -> Refusal {
    guard !refusal.fields.isEmpty else { return hasSensitive ? refusal.redacted : refusal }
    var fields: [StepID: Refusal] = [:]
    for (id, refusal) in refusal.fields {
      let told = told(refusal, of: id)
      fields[id] = hasSensitive ? told.redacted : told
    }
    return refusal.isWarning ? .doubtful(fields) : .ofForm(fields)
  }

  /// The same for a field that is asked by itself: what is wrong with another one names it.
  func told(_ refusal: Refusal, askedAs id: StepID) -> Refusal {
    let told = told(refusal)
    return told.fields[id] ?? first(among: told.fields, askedAs: id) ?? told
  }

  /// The refusal of the first field that has one, with the name of the field.
  func first(among refusals: [StepID: Refusal], askedAs id: StepID) -> Refusal? {
    guard let field = fields.first(where: { refusals[$0.id] != nil }),
      let refusal = refusals[field.id]
    else { return refusals.values.first }
    return Refusal(
      refusal.code, Texts.engine("refusal.at-field", .text(field.name), .text(refusal.message)),
      arguments: refusal.arguments.merging(["field": .string(field.id.rawValue)]) { $1 },
      isWarning: refusal.isWarning)
  }
}

extension Refusal {
  /// What is asked back about a field and about its form, in one.
  fileprivate static func doubtful(_ fields: [StepID: Refusal], and other: Refusal) -> Refusal {
    guard let own = fields.first?.value else { return other }
    return Refusal(
      .doubtfulFields, Texts.engine("refusal.both", .text(own.message), .text(other.message)),
      isWarning: true)
  }
}

import Days
import FreeAgentAPI
import GRDB

extension Ledger {
  /// Changes how far a document has come; one that has come so far already stays as it is.
  func change<Document: LedgerDocument>(
    _ id: Int64, _ transition: FreeAgent.Transition
  ) throws -> Document {
    let row = try documentRow(id, Document.kind)
    guard Document.transitions.contains(transition), let target = Self.targets[transition] else {
      throw FreeAgent.Failure.notFound
    }
    if row["state"] != target {
      try require(transition, of: row, Document.kind)
      if Document.kind != .estimate {
        let day = postingDay(of: row, becoming: target)
        if target == "sent" {
          try requireSendable(row, on: day)
        } else {
          try requireOpenAccounts(on: day)
        }
      }
      try update(
        .document, id,
        [
          "state": target, "writtenOffOn": target == "written_off" ? today.description : nil,
        ])
    }
    return try document(id)
  }

  /// Sees that an invoice or a credit note can be sent, by a mark or by e-mail: from then on it counts.
  ///
  /// A draft of earlier books may have no rate.
  ///
  /// - Throws: 422 if the accounts of the day are locked, or the rate of its currency is not known.
  func requireSendable(_ document: Row, on day: Day?) throws {
    try requireOpenAccounts(on: day)
    try requireExchangeRate(of: document.ratedCurrency)
  }

  /// The day on which the accounts change with a document: that of its write-off if only this comes or
  /// goes, and else its own.
  private func postingDay(of row: Row, becoming target: String) -> Day? {
    if target == "written_off" { return today }
    return row.day(row["state"] as String == "written_off" ? "writtenOffOn" : "day")
  }

  private static let targets: [FreeAgent.Transition: String] = [
    .markAsSent: "sent", .markAsScheduled: "scheduled", .markAsDraft: "draft",
    .markAsCancelled: "written_off", .markAsApproved: "approved", .markAsRejected: "rejected",
  ]

  private func require(
    _ transition: FreeAgent.Transition, of row: Row, _ kind: DocumentKind
  ) throws {
    let state = row["state"] as String
    let status = DocumentStatus(kind, row, on: today).word
    let isAllowed =
      switch transition {
      case .markAsSent:
        ["draft", "scheduled", "written_off", "open", "approved", "rejected"].contains(state)
      case .markAsScheduled: state == "draft"
      case .markAsDraft: state != "written_off" && state != "invoiced"
      case .markAsCancelled: status == "Overdue"
      default: ["sent", "open", "approved", "rejected"].contains(state)
      }
    guard isAllowed else {
      let target = transition.rawValue.replacing("mark_as_", with: "")
      throw FreeAgent.Failure.unprocessable(
        "\(kind.name) can't be marked as \(target) while it is \(status)")
    }
    if transition == .markAsDraft, try hasPayments(.document, row["id"]) {
      throw FreeAgent.Failure.unprocessable("\(kind.name) has payments")
    }
  }

  /// Makes a document like another: a draft of today with the next reference.
  func duplicate<Document: LedgerDocument>(_ id: Int64) throws -> Document {
    var new: Document = try copy(of: id)
    new[DocumentFields.reference] = try nextReference(Document.kind)
    new[DocumentFields.datedOn] = today
    if Document.kind == .estimate { new[DocumentFields.status] = "Draft" }
    return try add(new)
  }

  /// Makes an invoice of an estimate, which says so from then on.
  func convertToInvoice(_ id: Int64) throws -> FreeAgent.Invoice {
    let row = try documentRow(id, .estimate)
    guard row["state"] != "invoiced" else {
      throw FreeAgent.Failure.unprocessable("Estimate has been invoiced")
    }
    let estimate: FreeAgent.Estimate = try copy(of: id)
    var invoice: FreeAgent.Invoice = estimate.converted()
    invoice.invoiceItems = try items(of: row, FreeAgent.EstimateItem.self).map(\.invoiced)
    invoice.reference = nil
    invoice.datedOn = today
    invoice.paymentTermsInDays = try contact(row["contact"]).defaultPaymentTermsInDays ?? 30
    let made = try insert(document: invoice)
    try update(.document, id, ["state": "invoiced", "invoice": made])
    return try document(made)
  }

  /// Makes a credit note of an invoice that is a draft with a negative total, and takes that away.
  func convertToCreditNote(_ id: Int64) throws -> FreeAgent.CreditNote {
    let row = try documentRow(id, .invoice)
    guard row["state"] == "draft", (row["total"] as Int64) < 0 else {
      throw FreeAgent.Failure.unprocessable(
        "Only a draft invoice with a negative total can be converted to a credit note")
    }
    let invoice: FreeAgent.Invoice = try copy(of: id)
    var note: FreeAgent.CreditNote = invoice.converted()
    note.reference = nil
    try delete(document: id, .invoice)
    return try add(note)
  }

  /// A document as a new one would be sent: its lines without ids, and an account or a line’s project only if
  /// it names one.
  private func copy<Document: LedgerDocument>(of id: Int64) throws -> Document {
    let row = try documentRow(id, Document.kind)
    let whole: Document = try document(row, withItems: false)
    var copy = whole.withoutReadOnlyMembers
    for name in ["status", "invoice"] { copy.members[name] = nil }
    if (row["bankAccount"] as Int64?) == nil { copy[DocumentFields.bankAccount] = nil }
    copy.members[Document.itemsName] = try itemRows(of: id).map { line in
      var item: Document.Item = self.item(line, of: row)
      // The project of the document is no line's own.
      if (line["project"] as Int64?) == nil { item[ItemFields.project] = nil }
      return item.withoutReadOnlyMembers
    }.member
    return copy
  }
}

extension LedgerDocument {
  /// The same contents as a document of another kind.
  fileprivate func converted<Other: LedgerDocument>() -> Other {
    Other { other in
      other.members = members
      other.members[Self.itemsName] = nil
      other.members[Other.itemsName] = members[Self.itemsName]
    }
  }
}

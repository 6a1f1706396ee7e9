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
      try update(
        .document, id,
        [
          "state": target, "writtenOffOn": target == "written_off" ? today.description : nil,
        ])
    }
    return try document(id)
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
      case .markAsDraft:
        try state != "written_off" && state != "invoiced" && !hasPayments(.document, row["id"])
      case .markAsCancelled: status == "Overdue"
      default: ["sent", "open", "approved", "rejected"].contains(state)
      }
    guard isAllowed else {
      let target = transition.rawValue.replacing("mark_as_", with: "")
      throw FreeAgent.Failure.unprocessable(
        "\(kind.name) can't be marked as \(target) while it is \(status)")
    }
  }

  /// Makes a document like another: a draft of today with the next reference.
  func duplicate<Document: LedgerDocument>(_ id: Int64) throws -> Document {
    let old: Document = try document(id)
    var new = old.copy
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
    let estimate: FreeAgent.Estimate = try document(id)
    var invoice: FreeAgent.Invoice = estimate.copy.converted()
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
    let invoice: FreeAgent.Invoice = try document(id)
    var note: FreeAgent.CreditNote = invoice.copy.converted()
    note.reference = nil
    try delete(document: id, .invoice)
    return try add(note)
  }
}

extension LedgerDocument {
  /// The document as a new one would be sent: its lines without ids.
  fileprivate var copy: Self {
    var copy = withoutReadOnlyMembers
    copy.members["status"] = nil
    copy.members["invoice"] = nil
    if case .list(let items)? = members[Self.itemsName] {
      copy.members[Self.itemsName] = .list(
        items.map { item in
          guard case .object(var object) = item else { return item }
          for name in ["url", "sales_tax_value", "created_at", "updated_at"] { object[name] = nil }
          return .object(object)
        })
    }
    return copy
  }

  /// The same contents as a document of another kind.
  fileprivate func converted<Other: LedgerDocument>() -> Other {
    Other { other in
      other.members = members
      other.members[Self.itemsName] = nil
      other.members[Other.itemsName] = members[Self.itemsName]
    }
  }
}

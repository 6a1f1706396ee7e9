import FreeAgentAPI

extension Operations {
  static let documents: [Operation] =
    documents(FreeAgent.Invoice.self) + documents(FreeAgent.CreditNote.self)
    + documents(FreeAgent.Estimate.self) + duplicating(FreeAgent.Invoice.self)
    + duplicating(FreeAgent.Estimate.self) + estimateItems + payments + [
      .answering(FreeAgent.ConvertToCreditNote.self) { call, ledger in
        try ledger.convertToCreditNote(try call.id).enveloped(as: FreeAgent.CreditNote.key)
      },
      .answering(FreeAgent.ConvertToInvoice.self) { call, ledger in
        try ledger.convertToInvoice(try call.id).enveloped(as: FreeAgent.Invoice.key)
      },
    ]

  /// What can be done with a document of any kind.
  private static func documents<Document: LedgerDocument>(
    _ type: Document.Type
  ) -> [Operation] {
    [
      .getting(type) { try $1.document($0.id) },
      .listing(type) { try $1.documents($2, $3) },
      .creating(type) { try $1.add($2) },
      .updating(type) { try $1.change($0.id, by: $2) },
      .deleting(type) { try $1.delete(document: $0.id, Document.kind) },
      .answering(FreeAgent.ChangeStatus<Document>.self) { call, ledger in
        let transition = FreeAgent.Transition(rawValue: call.values["transition"] ?? "")
        let document: Document = try ledger.change(try call.id, transition)
        return document.enveloped(as: Document.key)
      },
      .answering(FreeAgent.GetPDF<Document>.self) { call, ledger in
        FreeAgent.GetPDF<Document>.body(of: try ledger.pdf(of: try call.id, Document.self))
      },
      .answering(FreeAgent.GetEmailTemplate<Document>.self) { call, ledger in
        try ledger.emailTemplate(for: try call.id, Document.self)
          .enveloped(as: FreeAgent.GetEmailTemplate<Document>.key)
      },
      // Only the status is documented; some clients read the document in the answer.
      .answering(FreeAgent.SendEmail<Document>.self, bodyLimit: Operation.filesBodyLimit) {
        call, ledger in
        let id = try call.id
        try ledger.send(try call.email(Document.key), of: id, Document.self)
        let document: Document = try ledger.document(id)
        return document.enveloped(as: Document.key)
      },
    ]
  }

  private static func duplicating<Document: LedgerDocument>(
    _ type: Document.Type
  ) -> [Operation] {
    [
      .answering(FreeAgent.Duplicate<Document>.self) { call, ledger in
        let document: Document = try ledger.duplicate(try call.id)
        return document.enveloped(as: Document.key)
      },
      .answering(FreeAgent.GetDefaultText<Document>.self) { _, ledger in
        let text = try ledger.defaultText(Document.kind)
        return .object([FreeAgent.GetDefaultText<Document>.key: text?.member ?? .null])
      },
      .answering(FreeAgent.SetDefaultText<Document>.self) { call, ledger in
        let key = FreeAgent.GetDefaultText<Document>.key
        guard let text = String(member: try call.member(key)) else {
          throw FreeAgent.Failure.badRequest("\(key) is not a text")
        }
        try ledger.setDefaultText(text, of: Document.kind)
        return .object([key: text.member])
      },
      .doing(FreeAgent.DeleteDefaultText<Document>.self) { _, ledger in
        try ledger.setDefaultText(nil, of: Document.kind)
      },
    ]
  }

  private static let payments: [Operation] = [
    .answering(FreeAgent.GetInvoiceTimeline.self) { _, ledger in
      FreeAgent.Batch(try ledger.invoiceTimeline()).enveloped(as: FreeAgent.GetInvoiceTimeline.key)
    },
    .doing(FreeAgent.TakeDirectDebit.self) { call, ledger in
      _ = try ledger.documentRow(try call.id, .invoice)
      // No contact has agreed to any.
      throw FreeAgent.Failure.unprocessable("Direct debit is not available for this invoice")
    },
  ]

  private static let estimateItems: [Operation] = [
    .getting(FreeAgent.EstimateItem.self) { try $1.estimateItem($0.id) },
    Operation(FreeAgent.Create<FreeAgent.EstimateItem>.self) { call, ledger in
      var item = try call.contents(FreeAgent.EstimateItem.self)
      // The estimate is a root element of its own; some clients have it within the item.
      if item.members["estimate"] == nil { item.members["estimate"] = try? call.member("estimate") }
      return try Operation.created(try ledger.add(item))
    },
    .updating(FreeAgent.EstimateItem.self) { try $1.change(estimateItem: $0.id, by: $2) },
    .deleting(FreeAgent.EstimateItem.self) { try $1.delete(estimateItem: $0.id) },
  ]
}

extension Call {
  /// The e-mail in the body, under the kind of document, or without that as some clients send it.
  fileprivate func email(_ key: String) throws -> FreeAgent.EmailMessage {
    let root = try (try? member(key)) ?? body.get()
    guard case .object(let object) = root, let email = object["email"] else {
      throw FreeAgent.Failure.badRequest("param is missing or the value is empty: email")
    }
    return try Self.record(email, named: "email")
  }
}

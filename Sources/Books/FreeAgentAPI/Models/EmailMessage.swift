// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// A document as an e-mail: to, from, subject and body, or a template alone.
  ///
  /// Source: the pages “Invoices”, “Credit Notes” and “Estimates”.
  public struct EmailMessage: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Who gets it.
      public let to = Field<String>("to")
      /// Who sends it: a verified address, with a name or without.
      public let from = Field<String>("from")
      /// The subject line of the e-mail.
      public let subject = Field<String>("subject")
      /// The text of the e-mail.
      public let body = Field<String>("body")
      /// Whether the sender gets a copy; true if it is left out.
      public let emailToSender = Field<Bool>("email_to_sender")
      /// Whether receipts of billed expenses go along.
      public let attachExpenseReceipts = Field<Bool>("attach_expense_receipts")
      /// Further files, of 5 MB each at most.
      public let attachments = Field<[NewAttachment]>("attachments")
      /// Whether the company’s template is sent; the other members are left out.
      public let useTemplate = Field<Bool>("use_template")
    }
  }
}

extension FreeAgent {
  /// What an e-mail of a document begins as.
  ///
  /// The service’s pages do not have it; the shape is this project’s.
  public struct EmailTemplate: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Who gets it.
      public let recipient = Field<String>("recipient")
      /// The subject line that the e-mail begins with.
      public let subject = Field<String>("subject")
      /// The text that the e-mail begins with.
      public let body = Field<EmailTemplateBody>("body")
    }
  }
}

extension FreeAgent {
  /// The text of a template, in two forms.
  public struct EmailTemplateBody: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The text as HTML.
      public let html = Field<String>("html")
      /// The same as plain text.
      public let text = Field<String>("text")
    }
  }
}

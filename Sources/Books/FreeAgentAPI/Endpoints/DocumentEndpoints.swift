// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import FoundationEssentials

extension FreeAgent {
  /// Sends a document by e-mail; a draft becomes open.
  ///
  /// It has no key, so that sent again it sends another e-mail.
  public struct SendEmail<Target: Document>: Endpoint {
    public typealias Answer = Nothing

    public static var method: Method { .post }
    public static var route: String { "\(Target.route)/send_email" }
    public static var level: PermissionLevel { Target.level }

    /// Which document.
    public let id: Identifier<Target>
    /// The e-mail.
    public let message: EmailMessage

    /// Makes the request.
    public init(_ id: Identifier<Target>, _ message: EmailMessage) {
      self.id = id
      self.message = message
    }

    public var pathValues: [String] { [id.description] }

    public var body: JSON? { .object([Target.key: .object(["email": message.member])]) }

    /// Reads the e-mail out of a request's body, as a server has to.
    ///
    /// - Throws: a `DecodingError` if there is none.
    public static func message(from body: Data) throws -> EmailMessage {
      let email = try Enveloped<[String: EmailMessage]>.value(in: body, keys: [Target.key])
      guard let message = email["email"] else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [], debugDescription: "there is no e-mail"))
      }
      return message
    }
  }

  /// What an e-mail of a document begins as; the service's pages do not have it.
  public struct GetEmailTemplate<Target: Document>: Endpoint {
    public static var method: Method { .get }
    public static var route: String { "\(Target.route)/email_template" }
    public static var level: PermissionLevel { Target.level }

    /// The member of the answer.
    public static var key: String { "email_template" }

    /// Which document.
    public let id: Identifier<Target>

    /// Makes the request.
    public init(_ id: Identifier<Target>) { self.id = id }

    public var pathValues: [String] { [id.description] }

    public static func answer(from body: Data) throws -> EmailTemplate {
      try EmailTemplate(from: body, key: key)
    }
  }

  /// A document as a PDF file.
  public struct GetPDF<Target: Document>: Endpoint {
    public static var method: Method { .get }
    public static var route: String { "\(Target.route)/pdf" }
    public static var level: PermissionLevel { Target.level }

    /// Which document.
    public let id: Identifier<Target>

    /// Makes the request.
    public init(_ id: Identifier<Target>) { self.id = id }

    public var pathValues: [String] { [id.description] }

    /// The bytes of the file, from base 64 with or without line breaks.
    public static func answer(from body: Data) throws -> Data {
      let content = try Enveloped<[String: String]>.value(in: body, keys: ["pdf"])["content"]
      guard let bytes = content.flatMap(Data.init(mimeEncoded:)) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [], debugDescription: "pdf: it is not base 64"))
      }
      return bytes
    }

    /// The body of an answer, as a server has to make it.
    public static func body(of file: Data) -> JSON {
      .object(["pdf": .object(["content": .text(file.base64EncodedString())])])
    }
  }

  /// Changes how far a document has come.
  public struct ChangeStatus<Target: Document>: Endpoint {
    /// The document as it is now; nil if the body is empty, which the pages leave open.
    public typealias Answer = Target?

    public static var method: Method { .put }
    public static var route: String { "\(Target.route)/transitions/{transition}" }
    public static var level: PermissionLevel { Target.level }

    /// Which document.
    public let id: Identifier<Target>
    /// What it is to become.
    public let transition: Transition

    /// Makes the request.
    ///
    /// - Parameters:
    ///   - id: which document.
    ///   - transition: one of ``Document/transitions``; another one is refused by the service.
    public init(_ id: Identifier<Target>, _ transition: Transition) {
      self.id = id
      self.transition = transition
    }

    public var isRepeatable: Bool { true }

    public var pathValues: [String] { [id.description, transition.rawValue] }

    public static func answer(from body: Data) throws -> Target? {
      try body.isBlank ? nil : Target(from: body, key: Target.key)
    }
  }

  /// Makes a document like another, as a draft of today with the next number; no credit notes.
  ///
  /// It has no key, so that sent again it makes another.
  public struct Duplicate<Target: Document>: Endpoint {
    public static var method: Method { .post }
    public static var route: String { "\(Target.route)/duplicate" }
    public static var level: PermissionLevel { Target.level }

    /// Which document.
    public let id: Identifier<Target>

    /// Makes the request.
    public init(_ id: Identifier<Target>) { self.id = id }

    public var pathValues: [String] { [id.description] }

    public static func answer(from body: Data) throws -> Target {
      try Target(from: body, key: Target.key)
    }
  }

  /// Makes a credit note of an invoice that is a draft with a negative total.
  public struct ConvertToCreditNote: Endpoint {
    public static let method = Method.put
    public static let route = "\(Invoice.route)/transitions/convert_to_credit_note"
    public static let level = Invoice.level

    /// Which invoice.
    public let id: Identifier<Invoice>

    /// Makes the request.
    public init(_ id: Identifier<Invoice>) { self.id = id }

    public var isRepeatable: Bool { false }

    public var pathValues: [String] { [id.description] }

    public static func answer(from body: Data) throws -> CreditNote? {
      try body.isBlank ? nil : CreditNote(from: body, key: CreditNote.key)
    }
  }

  /// Makes an invoice of an estimate.
  public struct ConvertToInvoice: Endpoint {
    public static let method = Method.put
    public static let route = "\(Estimate.route)/transitions/convert_to_invoice"
    public static let level = Estimate.level

    /// Which estimate.
    public let id: Identifier<Estimate>

    /// Makes the request.
    public init(_ id: Identifier<Estimate>) { self.id = id }

    public var isRepeatable: Bool { false }

    public var pathValues: [String] { [id.description] }

    public static func answer(from body: Data) throws -> Invoice? {
      try body.isBlank ? nil : Invoice(from: body, key: Invoice.key)
    }
  }
}

extension Data {
  /// Reads base 64 of RFC 2045, which may have line breaks; nil if it is anything else.
  init?(mimeEncoded text: String) {
    let bytes = text.utf8.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 && $0 != 0x09 }
    self.init(base64Encoded: Data(bytes))
  }
}

// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import FoundationEssentials

extension FreeAgent {
  /// The files of an explanation, in the order in which they were attached.
  ///
  /// Source: the page “Bank Transaction Explanation Attachments”, which is of version 2026-09-01.
  public struct GetExplanationFiles: Endpoint {
    public static let method = Method.get
    public static let route = "\(BankTransactionExplanation.route)/attachments"
    public static let level = BankTransactionExplanation.level

    /// The member of bodies and answers.
    public static let key = "attachments"

    /// How many files an explanation may have.
    public static let largestCount = 50

    /// Which explanation.
    public let id: Identifier<BankTransactionExplanation>

    /// Makes the request.
    public init(of id: Identifier<BankTransactionExplanation>) { self.id = id }

    public var pathValues: [String] { [id.description] }

    public static func answer(from body: Data) throws -> Batch<Attachment> {
      try Batch(from: body, key: key)
    }
  }

  /// Attaches further files to an explanation; the answer has all of its files.
  ///
  /// It has no key, so that sent again it attaches them again.
  ///
  /// Source: as there.
  public struct AddExplanationFiles: Endpoint {
    public static let method = Method.post
    public static let route = GetExplanationFiles.route
    public static let level = GetExplanationFiles.level

    /// Which explanation.
    public let id: Identifier<BankTransactionExplanation>
    /// The files to attach besides those that are there.
    public let files: [NewAttachment]

    /// Makes the request.
    public init(_ files: [NewAttachment], to id: Identifier<BankTransactionExplanation>) {
      self.id = id
      self.files = files
    }

    public var pathValues: [String] { [id.description] }

    public var body: JSON? { .object([GetExplanationFiles.key: files.member]) }

    public static func answer(from body: Data) throws -> Batch<Attachment> {
      try GetExplanationFiles.answer(from: body)
    }
  }

  /// Deletes files of an explanation one by one; the answer has those that are left.
  ///
  /// Source: as there.
  public struct ChangeExplanationFiles: Endpoint {
    public static let method = Method.put
    public static let route = GetExplanationFiles.route
    public static let level = GetExplanationFiles.level

    /// Which explanation.
    public let id: Identifier<BankTransactionExplanation>
    /// The files that are deleted.
    public let deleted: [Link<Attachment>]

    /// Makes the request.
    public init(
      deleting deleted: [Link<Attachment>], of id: Identifier<BankTransactionExplanation>
    ) {
      self.id = id
      self.deleted = deleted
    }

    public var pathValues: [String] { [id.description] }

    public var body: JSON? {
      let files = deleted.map { JSON.object(["url": $0.member, "_destroy": .text("true")]) }
      return .object([GetExplanationFiles.key: .list(files)])
    }

    public static func answer(from body: Data) throws -> Batch<Attachment> {
      try GetExplanationFiles.answer(from: body)
    }
  }

  /// Deletes all files of an explanation.
  ///
  /// Source: as there.
  public struct DeleteExplanationFiles: Endpoint {
    public typealias Answer = Nothing

    public static let method = Method.delete
    public static let route = GetExplanationFiles.route
    public static let level = GetExplanationFiles.level

    /// Which explanation.
    public let id: Identifier<BankTransactionExplanation>

    /// Makes the request.
    public init(of id: Identifier<BankTransactionExplanation>) { self.id = id }

    public var isRepeatable: Bool { true }

    public var pathValues: [String] { [id.description] }
  }
}

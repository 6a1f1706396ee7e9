// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import ServiceBasics

extension FreeAgent {
  /// A file to be attached.
  ///
  /// Source: the pages “Attachments” and “Bank Transaction Explanations”.
  public struct NewAttachment: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The bytes in base 64, 5 MB at most before it.
      public let data = Field<String>("data", .required)
      /// The name that the file is to have, such as `receipt.pdf`.
      public let fileName = Field<String>("file_name", .required)
      /// What people are to read about the file.
      public let description = Field<String>("description")
      /// What kind of file it is: `image/png`, `image/jpeg`, `image/gif`, `application/pdf` and their variants.
      public let contentType = Field<String>("content_type", .required)
    }
  }
}

extension FreeAgent {
  /// A file that is attached to something.
  ///
  /// Source: the page “Attachments”.
  public struct Attachment: Resource, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["attachments"]
    public static let key = "attachment"
    public static let level = PermissionLevel.time

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<Attachment>>("url", [.readOnly, .essential])
      /// Where the bytes are, until it expires.
      public let contentSrc = Field<String>("content_src", .readOnly)
      /// Where a picture of it is.
      public let contentSrcMedium = Field<String>("content_src_medium", .readOnly)
      /// Where a small picture of it is.
      public let contentSrcSmall = Field<String>("content_src_small", .readOnly)
      /// Until when these addresses can be used: a minute or less.
      public let expiresAt = Field<Timestamp>("expires_at", .readOnly)
      /// What kind of file it is.
      public let contentType = Field<String>("content_type", .readOnly)
      /// The name that the file was attached with.
      public let fileName = Field<String>("file_name", .readOnly)
      /// The size in bytes.
      public let fileSize = Field<Int>("file_size", .readOnly)
      /// What people read about the file; nil if nothing was written.
      public let description = Field<String>("description", .readOnly)
      /// The bytes in base 64, of a new one.
      public let data = Field<String>("data", .writeOnly)
    }
  }
}

// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import ServiceBasics

extension FreeAgent {
  /// What somebody wrote down about a contact or a project; ``CreateNote`` makes one.
  ///
  /// Source: the page “Notes”.
  public struct Note: Listed, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["notes"]
    public static let key = "note"
    public static let level = PermissionLevel.contacts
    public typealias Filter = NoteFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<Note>>("url", [.readOnly, .essential])
      /// What was written down.
      public let note = Field<String>("note", .required)
      /// The contact or the project that it is about.
      public let parentURL = Field<Link<NoteParent>>("parent_url", .readOnly)
      /// The name of the user who wrote it.
      public let author = Field<String>("author", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }

  /// What a note is about: a contact or a project.
  public enum NoteParent: Addressed {
    /// Contacts and projects.
    public static let collections = ["contacts", "projects"]
  }
}

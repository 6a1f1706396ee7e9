// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import FoundationEssentials
public import ServiceBasics

extension FreeAgent {
  /// Makes a note about a contact or a project, which the query names.
  ///
  /// It has no key, so that sent again it makes another.
  ///
  /// Source: the page “Notes”.
  public struct CreateNote: Endpoint {
    public static let method = Method.post
    public static let route = Note.listRoute
    public static let level = Note.level

    /// What a new note is about.
    public enum Subject: Sendable, Hashable {
      /// A contact.
      case contact(Link<Contact>)
      /// A project.
      case project(Link<Project>)
    }

    /// The new note: its text.
    public let contents: Note
    /// What it is about.
    public let subject: Subject

    /// Makes the request.
    public init(_ contents: Note, about subject: Subject) {
      self.contents = contents
      self.subject = subject
    }

    public var query: [FormItem] {
      switch subject {
      case .contact(let contact): [FormItem("contact", contact.url)]
      case .project(let project): [FormItem("project", project.url)]
      }
    }

    public var body: JSON? { contents.enveloped(as: Note.key) }

    public static func answer(from body: Data) throws -> Note {
      try Note(from: body, key: Note.key)
    }
  }
}

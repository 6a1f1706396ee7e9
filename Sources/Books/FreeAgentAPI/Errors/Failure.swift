public import FoundationEssentials
public import ServiceBasics

extension FreeAgent {
  /// An answer that is no success, in whichever of the API's shapes.
  ///
  /// There is no list of the service's errors; what is known are the shapes.
  public struct Failure: Error, Sendable, Hashable {
    /// The status of HTTP.
    public var status: Int

    /// What is wrong, in the service's words; empty if it does not say.
    public var messages: [Message]

    /// What is wrong with an authorisation; nil in answers about anything else.
    public var authorisation: AuthorisationCode?

    /// How long the service asks to be left alone; after 429 whole seconds.
    public var retryAfter: RetryAfter?

    /// How the body begins if it is none of the shapes, such as a page for people; nil if it is one.
    public var snippet: String?

    /// Makes it of its fields.
    public init(
      status: Int, messages: [Message] = [], authorisation: AuthorisationCode? = nil,
      retryAfter: RetryAfter? = nil, snippet: String? = nil
    ) {
      self.status = status
      self.messages = messages
      self.authorisation = authorisation
      self.retryAfter = retryAfter
      self.snippet = snippet
    }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - status: the status of HTTP.
    ///   - retryAfter: the header `Retry-After`.
    ///   - body: the body, or how it begins.
    public init(status: Int, retryAfter: String?, body: Data) {
      self.init(status: status, retryAfter: retryAfter.flatMap { RetryAfter($0) })
      guard let json = try? JSONDecoder().decode(JSON.self, from: body), read(json) else {
        let text = String(decoding: body.prefix(4 * Self.snippetLength), as: UTF8.self)
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        snippet = String(line.prefix(Self.snippetLength))
        return
      }
    }

    /// How much of a body that cannot be read is kept, in characters.
    static let snippetLength = 120
  }

  /// What is wrong, in the service's words.
  public struct Message: Sendable, Hashable {
    /// The member that is at fault, such as `dated_on`; nil if the service does not name it apart.
    public var field: String?

    /// The words, such as `Dated on can't be blank`, or without the member's name if ``field`` has it.
    public var text: String

    /// Makes it of its fields.
    public init(_ text: String, field: String? = nil) {
      self.field = field
      self.text = text
    }
  }
}

extension FreeAgent.Failure {
  /// Whether the access token is to blame: it has ended, or never was one.
  public var isInvalidToken: Bool { status == 401 }

  /// Whether the user is not allowed to do this.
  public var isDenied: Bool { status == 403 }

  /// Whether the request came too early; nothing was done, so that it may be sent again.
  public var isThrottled: Bool { status == 429 }

  /// Whether a log-in has ended for good, so that there must be a new one.
  public var endsLogIn: Bool { authorisation == .invalidGrant }

  /// The messages as sentences, those of a member with its name: `dated on can't be blank`.
  public var sentences: [String] {
    messages.map { message in
      guard let field = message.field else { return message.text }
      return "\(field.replacing("_", with: " ")) \(message.text)"
    }
  }

  /// Whether the messages are about a member, in either of the forms.
  ///
  /// - Parameter field: the member, such as `dated_on`.
  /// - Returns: the messages, without its name.
  public func messages(about field: String) -> [String] {
    let words = field.replacing("_", with: " ")
    return messages.compactMap { message in
      if message.field == field { return message.text }
      guard message.field == nil, message.text.lowercased().hasPrefix("\(words) ") else {
        return message.text.hasPrefix("\(field) ")
          ? String(message.text.dropFirst(field.count + 1)) : nil
      }
      return String(message.text.dropFirst(words.count + 1))
    }
  }

  /// Reads one of the shapes; false if it is none of them.
  private mutating func read(_ body: FreeAgent.JSON) -> Bool {
    guard case .object(let object) = body else { return false }
    if let code = object["error"].flatMap(String.init(member:)) {
      authorisation = FreeAgent.AuthorisationCode(rawValue: code)
      if let words = object["error_description"].flatMap(String.init(member:)) {
        messages = [FreeAgent.Message(words)]
      }
      return true
    }
    guard let errors = object["errors"] else { return false }
    messages = Self.messages(in: errors)
    return true
  }

  private static func messages(in errors: FreeAgent.JSON) -> [FreeAgent.Message] {
    switch errors {
    case .text(let text): return [FreeAgent.Message(text)]
    case .list(let list): return list.flatMap { messages(in: $0) }
    case .object(let object):
      // {"message": …} is one, {"error": {"message": …}} holds one, all else is named after members.
      if case .text(let text)? = object["message"] { return [FreeAgent.Message(text)] }
      return object.sorted { $0.key < $1.key }.flatMap { name, value in
        messages(in: value).map { message in
          FreeAgent.Message(message.text, field: name == "error" ? nil : message.field ?? name)
        }
      }
    default: return []
    }
  }
}

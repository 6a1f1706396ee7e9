extension FreeAgent {
  /// The page on which a person allows a program to act for them.
  ///
  /// Source: the page “OAuth”.
  public struct AuthorisationRequest: Sendable, Hashable {
    /// The program's id.
    public var clientID: String

    /// Where the person's browser is led afterwards: an address that the program has registered.
    public var redirect: String

    /// A text that comes back, so that an answer to another request is not taken; nil if there is none.
    public var state: String?

    /// Makes a request.
    public init(clientID: String, redirect: String, state: String? = nil) {
      self.clientID = clientID
      self.redirect = redirect
      self.state = state
    }

    /// The page's path.
    public static let route = "/v2/approve_app"

    /// The query, in its order, not encoded.
    public var query: [QueryItem] {
      [
        QueryItem("client_id", clientID), QueryItem("response_type", "code"),
        QueryItem("redirect_uri", redirect),
      ] + (state.map { [QueryItem("state", $0)] } ?? [])
    }

    /// The address of the page, to be opened in a browser.
    public func url(at root: Root) -> String {
      "\(root.url)/approve_app?\(QueryItem.encoded(query))"
    }

    /// Reads a query, as a server has to.
    ///
    /// - Parameter query: the items.
    /// - Throws: a ``Failure`` if one is missing, or another response than a code is wanted.
    public init(query: [QueryItem]) throws(Failure) {
      let values = QueryValues(query)
      self.init(
        clientID: try values.required("client_id"), redirect: try values.required("redirect_uri"),
        state: values["state"])
      let type = try values.required("response_type")
      guard type == "code" else {
        throw .authorisation(.invalidRequest, "response_type is not code")
      }
    }
  }

  /// What the person's browser comes back with.
  public enum AuthorisationAnswer: Sendable, Hashable {
    /// The person allowed it; the code can be used once, within 15 minutes.
    case code(String)
    /// The person did not allow it, or the service could not ask.
    case refused(AuthorisationCode, description: String?)
    /// It is the answer to another request: nothing of it may be used.
    case otherState(String?)
    /// It is no answer.
    case unreadable

    /// Reads the address to which the browser was led, or what a person pasted in place of it.
    ///
    /// - Parameters:
    ///   - text: the whole address, its query alone, or the code alone.
    ///   - state: the state of the request; nil if it had none. A code alone is taken without one.
    public init(_ text: String, state: String?) {
      let trimmed = text.drop(while: \.isWhitespace)
      let last = trimmed.lastIndex { !$0.isWhitespace }
      let text = last.map { trimmed[...$0] } ?? ""
      let query = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).last
      let items = QueryItem.items(in: (query ?? "").prefix { $0 != "#" })
      let values = QueryValues(items)
      guard values["code"] != nil || values["error"] != nil else {
        let isCode = !text.isEmpty && text.utf8.allSatisfy { Self.isCodeCharacter($0) }
        self = isCode ? .code(String(text)) : .unreadable
        return
      }
      guard values["state"] == state else {
        self = .otherState(values["state"])
        return
      }
      if let error = values["error"] {
        self = .refused(
          AuthorisationCode(rawValue: error), description: values["error_description"])
      } else if let code = values["code"], !code.isEmpty {
        self = .code(code)
      } else {
        self = .unreadable
      }
    }

    private static func isCodeCharacter(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: "-._~+/".utf8.contains(byte)
      }
    }
  }
}

extension FreeAgent.AuthorisationAnswer {
  /// The address to which a server leads the browser; other items of the redirect's query are kept.
  ///
  /// Nil for what is no answer of a server's.
  public func url(to redirect: String, state: String?) -> String? {
    var items: [FreeAgent.QueryItem]
    switch self {
    case .code(let code): items = [FreeAgent.QueryItem("code", code)]
    case .refused(let code, let description):
      items = [FreeAgent.QueryItem("error", code.rawValue)]
      if let description { items.append(FreeAgent.QueryItem("error_description", description)) }
    case .otherState, .unreadable: return nil
    }
    if let state { items.append(FreeAgent.QueryItem("state", state)) }
    return redirect + (redirect.contains("?") ? "&" : "?") + FreeAgent.QueryItem.encoded(items)
  }
}

/// The values of a query by name; of a name that comes twice the first counts.
struct QueryValues {
  private let items: [FreeAgent.QueryItem]

  init(_ items: [FreeAgent.QueryItem]) { self.items = items }

  subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  func required(_ name: String) throws(FreeAgent.Failure) -> String {
    guard let value = self[name], !value.isEmpty else {
      throw .authorisation(.invalidRequest, "\(name) is missing")
    }
    return value
  }
}

extension FreeAgent.Failure {
  /// An authorisation's failure, with status 400, or 401 if the program is not who it says.
  public static func authorisation(_ code: FreeAgent.AuthorisationCode, _ words: String) -> Self {
    Self(
      status: code == .invalidClient ? 401 : 400, messages: [FreeAgent.Message(words)],
      authorisation: code)
  }
}

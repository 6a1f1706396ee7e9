public import FoundationEssentials

extension FreeAgent {
  /// Who a program is: what the developer dashboard says.
  ///
  /// Described and printed without the secret.
  public struct ClientCredentials: Sendable, Hashable, CustomStringConvertible,
    CustomReflectable
  {
    /// The program's id.
    public var id: String

    /// The program's secret; up to two are good at a time, while one takes the other's place.
    public var secret: String

    /// Makes credentials.
    public init(id: String, secret: String) {
      self.id = id
      self.secret = secret
    }

    /// The header `Authorization` with them.
    public var header: String { "Basic \(Data("\(id):\(secret)".utf8).base64EncodedString())" }

    /// Reads the header `Authorization`; nil if it is another one or malformed.
    public init?(header: String) {
      let parts = header.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "basic",
        let bytes = Data(base64Encoded: String(parts[1])),
        let text = String(validating: bytes, as: UTF8.self),
        let colon = text.firstIndex(of: ":")
      else { return nil }
      self.init(id: String(text[..<colon]), secret: String(text[text.index(after: colon)...]))
    }

    /// The id alone.
    public var description: String { "client \(id)" }

    /// The id alone.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
  }

  /// Asks for tokens: for those of a code, or for those after the ones there are.
  ///
  /// Sent to `/v2/token_endpoint` with the program's credentials and no access token.
  ///
  /// Source: the page
  /// “OAuth”. Described and printed without code or token.
  public enum TokenRequest: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// For a code that a browser came back with; the redirect is that of the request for it.
    case code(String, redirect: String?)
    /// For a refresh token; a new one comes with the answer, and the old one may be dead from then on.
    case refresh(String)

    /// The path.
    public static let route = "/v2/token_endpoint"

    /// What the body's `Content-Type` is.
    public static let contentType = "application/x-www-form-urlencoded"

    /// The body as a form, in its order, not encoded.
    public var form: [QueryItem] {
      switch self {
      case .code(let code, let redirect):
        [QueryItem("grant_type", "authorization_code"), QueryItem("code", code)]
          + (redirect.map { [QueryItem("redirect_uri", $0)] } ?? [])
      case .refresh(let token):
        [QueryItem("grant_type", "refresh_token"), QueryItem("refresh_token", token)]
      }
    }

    /// The body.
    public var body: Data { Data(QueryItem.encoded(form).utf8) }

    /// Reads a body, whatever its `Content-Type` says: the service's page prints one of JSON over a form.
    ///
    /// - Parameter body: a form.
    /// - Throws: a ``Failure`` if something is missing, or another grant is meant.
    public init(body: Data) throws(Failure) {
      let values = QueryValues(QueryItem.items(in: String(decoding: body, as: UTF8.self)))
      switch try values.required("grant_type") {
      case "authorization_code":
        self = .code(try values.required("code"), redirect: values["redirect_uri"])
      case "refresh_token": self = .refresh(try values.required("refresh_token"))
      default:
        throw .authorisation(.unsupportedGrantType, "the grant_type is not known")
      }
    }

    /// The grant alone.
    public var description: String {
      switch self {
      case .code: "tokens for a code"
      case .refresh: "tokens for a refresh token"
      }
    }

    /// The grant alone.
    public var customMirror: Mirror { Mirror(self, children: ["grant": description]) }
  }
}

extension FreeAgent.ClientCredentials {
  /// Finds the credentials of a request for tokens: in its header, its form, or its query, in this order.
  ///
  /// - Parameters:
  ///   - header: the header `Authorization`.
  ///   - body: the body, a form.
  ///   - query: the items of the query.
  /// - Throws: a ``FreeAgent/Failure`` if they are nowhere.
  public init(
    header: String?, body: Data, query: [FreeAgent.QueryItem]
  ) throws(FreeAgent.Failure) {
    if let found = header.flatMap(Self.init(header:)) {
      self = found
      return
    }
    let form = FreeAgent.QueryItem.items(in: String(decoding: body, as: UTF8.self))
    for values in [QueryValues(form), QueryValues(query)] {
      if let id = values["client_id"], let secret = values["client_secret"] {
        self.init(id: id, secret: secret)
        return
      }
    }
    throw .authorisation(.invalidClient, "the client’s credentials are missing")
  }
}

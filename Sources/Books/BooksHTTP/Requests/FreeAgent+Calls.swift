import FoundationEssentials
public import FreeAgentAPI
public import ServiceBasics
public import ServiceCalls

extension FreeAgent.Endpoint {
  /// The request as a call of a service, answered with how a list goes on.
  ///
  /// - Throws: an `EncodingError`.
  func call() throws -> Call<FreeAgent.Reply<Answer>> {
    let request = CallRequest(
      Self.method.call, path: path, query: query.map { CallRequest.Field($0.name, $0.value) },
      body: try callBody())
    let nothing = FreeAgent.Nothing() as? Answer
    return Call(
      request, route: Self.route, isRepeatable: isRepeatable,
      reading: nothing.map { .none(FreeAgent.Reply($0)) }
        ?? .response { response in
          FreeAgent.Reply(
            try Self.answer(from: response.body),
            links: FreeAgent.PageLinks(
              link: response.header("Link"), total: response.header("X-Total-Count")))
        })
  }
}

extension FreeAgent.Endpoint {
  /// What is sent along: the file as a form if there is one, otherwise the JSON; nil if nothing is.
  fileprivate func callBody() throws -> CallRequest.Body? {
    if let file {
      return .multipart([CallRequest.FormPart(file.part, file.contents, fileName: file.name)])
    }
    return try bodyData().map { CallRequest.Body($0, contentType: "application/json") }
  }
}

extension FreeAgent.Method {
  fileprivate var call: CallRequest.Method {
    switch self {
    case .get: .get
    case .put: .put
    case .post: .post
    case .delete: .delete
    }
  }
}

extension FreeAgent.Failure: ServiceRefusal {
  /// Reads an answer that is no success.
  public init(_ response: CallResponse) {
    self.init(
      status: response.status, retryAfter: response.header("Retry-After"), body: response.body)
  }

  /// The status and what the body says.
  public var summary: CodedText {
    let words = sentences.isEmpty ? snippet ?? "" : sentences.joined(separator: "; ")
    return .status(status, saying: words.isEmpty ? nil : words)
  }

  /// The same without a secret.
  public func redacted(by redaction: Redaction) -> Self {
    var copy = self
    copy.messages = messages.map { message in
      FreeAgent.Message(
        redaction.redact(message.text), field: message.field.map(redaction.redact))
    }
    copy.snippet = snippet.map(redaction.redact)
    copy.authorisation = authorisation.map {
      FreeAgent.AuthorisationCode(rawValue: redaction.redact($0.rawValue))
    }
    return copy
  }
}

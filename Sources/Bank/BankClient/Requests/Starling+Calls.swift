import FoundationEssentials
import ServiceBasics
public import ServiceCalls
import StarlingAPI

extension Starling.Endpoint {
  /// The request as a call of a service.
  ///
  /// - Throws: an `EncodingError`.
  func call() throws -> Call<Answer> {
    let request = CallRequest(
      Self.method.call, path: path, query: query.map { CallRequest.Field($0.name, $0.value) },
      body: try body.map { try CallRequest.Body.json($0) })
    let answer = Starling.Nothing() as? Answer
    return Call(
      request, route: Self.route, isRepeatable: Self.isRepeatable,
      reading: answer.map { .none($0) } ?? .json { try Self.answer(from: $0) })
  }
}

extension Starling.Method {
  fileprivate var call: CallRequest.Method {
    switch self {
    case .get: .get
    case .put: .put
    case .delete: .delete
    }
  }
}

extension Starling.Failure: ServiceRefusal {
  /// Reads an answer that is no success.
  init(_ response: CallResponse) {
    self.init(
      status: response.status, contentType: response.contentType,
      retryAfter: response.header("Retry-After"), body: response.body)
  }

  /// The status and what the body says.
  var summary: CodedText {
    if let words { return .status(status, saying: words) }
    if status == 404 { return .notFound }
    switch kind {
    case .codes where (200..<300).contains(status): return .noReason
    case .authorization, .codes: return .status(status)
    case .unreadable:
      return CodedText("empty-reply", "status \(status), empty reply", String(status))
    }
  }

  /// The bank's own words; nil if there are none.
  private var words: String? {
    switch kind {
    case .authorization(let error): "\(error.error)\(error.description.map { ": \($0)" } ?? "")"
    case .codes(let codes): codes.isEmpty ? nil : codes.map(\.rawValue).joined(separator: ", ")
    case .unreadable(_, let snippet) where snippet.isEmpty || status == 404: nil
    case .unreadable(let contentType, let snippet):
      [contentType, snippet].compactMap(\.self).joined(separator: ": ")
    }
  }

  /// The same without a secret; the API's own words are kept as they came.
  func redacted(by redaction: Redaction) -> Self { mapTexts(redaction.redact) }
}

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
    switch kind {
    case .authorization(let error):
      "status \(status), \(error.error)\(error.description.map { ": \($0)" } ?? "")"
    case .codes(let codes) where !codes.isEmpty:
      "status \(status), \(codes.map(\.rawValue).joined(separator: ", "))"
    case .codes where status == 404: .notFound
    case .codes: "status \(status)"
    case .unreadable where status == 404: .notFound
    case .unreadable(_, let snippet) where snippet.isEmpty:
      CodedText("empty-reply", "status \(status), empty reply", String(status))
    case .unreadable(let contentType, let snippet):
      "status \(status), \(contentType ?? "of no type"): \(snippet)"
    }
  }

  /// The same without a secret; the API's own words are kept as they came.
  func redacted(by redaction: Redaction) -> Self { mapTexts(redaction.redact) }
}

package import ServiceBasics
package import ServiceCalls

/// A refusal of a provider that says nothing but the body.
package struct PlainRefusal: ServiceRefusal {
  package var status: Int
  package var retryAfter: RetryAfter?
  package var summary: CodedText

  package init(_ response: CallResponse) {
    status = response.status
    retryAfter = response.retryAfter
    summary = CodedText(words: String(decoding: response.body, as: UTF8.self))
  }

  package func redacted(by redaction: Redaction) -> Self {
    var copy = self
    copy.summary = summary.map(redaction.redact)
    return copy
  }
}

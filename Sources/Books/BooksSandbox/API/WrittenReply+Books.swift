import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import SandboxKit

extension WrittenReply {
  /// Writes an answer of the books.
  init(_ reply: BooksReply) {
    self.init(status: reply.status, contentType: reply.contentType, body: reply.body)
    headers = reply.fields.compactMap { field in
      field.name == "Content-Type" ? nil : HeaderField(field.name, field.value)
    }
  }

  /// Writes a refusal in the API's shape for its status; from 500 on that is a page for people.
  init(_ failure: FreeAgent.Failure) {
    guard failure.status < 500 else {
      self = .page(status: failure.status, "<!DOCTYPE html><title>Error</title><h1>Error</h1>\n")
      return
    }
    // What is only texts can always be written.
    self =
      (try? WrittenReply(status: failure.status, json: failure.body))
      ?? WrittenReply(status: failure.status)
    contentType = "application/json; charset=utf-8"
    if failure.status == 401 {
      headers["WWW-Authenticate"] = #"Bearer realm="FreeAgent", error="invalid_token""#
    }
  }

  /// Writes a refusal with words.
  static func refusal(_ status: Int, _ words: String) -> WrittenReply {
    WrittenReply(FreeAgent.Failure(status: status, messages: [FreeAgent.Message(words)]))
  }
}

extension FreeAgent.Failure {
  /// The text of an answer to somebody who calls too often.
  static func throttled(_ limit: CallLimit) -> Data {
    Data(throttledText(limit: limit.count, seconds: limit.seconds).utf8)
  }
}

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

  /// Writes a refusal in the API's shape for its status.
  init(_ failure: FreeAgent.Failure) { self.init(BooksReply(failure)) }

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

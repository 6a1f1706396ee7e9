import BooksClient
import Flowline
import ServiceBasics

extension BooksContext {
  /// A read that is made at once with others: one that fails keeps none of the others from answering.
  ///
  /// - Parameters:
  ///   - title: what people are told is under way; the text `<id>.activity` of the flow if it is nil.
  ///   - read: reads, on any thread.
  func reading<Answer: Codable & Sendable>(
    _ id: StepID, title: Text? = nil,
    _ read: @escaping @Sendable (Bookkeeper) async throws -> Answer
  ) -> Load<BooksReply<Answer>> {
    Load(id, title: title) { [access] in
      try await BooksReply.of { try await read(try access.keeper()) }
    }
  }

  /// The answer of such a read; if it failed, it is read again, until there is one or the person gives up.
  ///
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func answer<Answer: Codable & Sendable>(
    _ reply: BooksReply<Answer>, orReading id: StepID,
    _ read: @escaping @Sendable (Bookkeeper) async throws -> Answer
  ) async throws -> Answer {
    switch reply {
    case .answered(let answer): return answer
    case .failed(let error):
      try await recover(from: error, on: "not-loaded")
      return try await self.read(id, read)
    }
  }
}

extension ServiceReply {
  /// The answer; nil if there is none.
  var answer: Answer? { if case .answered(let answer) = self { answer } else { nil } }
}

import BooksClient
import Flowline
import ServiceBasics

extension BooksContext {
  /// The answer of a read that was made at once with others, and may have failed by itself; if it did, it is
  /// made again, until there is an answer or the person gives up.
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

import Bank
import BankTestSupport
import Testing

/// Sends an order until the bank answers it, as a person would who is told that it did not.
func insist<Answer>(_ send: () async throws -> Answer) async throws -> Answer {
  for _ in 0..<8 {
    do { return try await send() } catch let error as BankError {
      let codes: [BankError.Code] = [
        .unavailable, .unreadableAnswer, .tooManyRequests, .outcomeUnknown,
      ]
      #expect(codes.contains(error.code), "\(error)")
    }
  }
  throw Unexpected()
}

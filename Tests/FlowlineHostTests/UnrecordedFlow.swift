import Flowline
import TestSupport

/// Writes, and gets a reply that has no recorded form.
struct UnrecordedFlow: Flow {
  private struct Refused: Error {}

  private struct Reply: Codable, Sendable {
    init() {}

    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws { throw Refused() }
  }

  let id: FlowID = "unrecorded"
  let writes: Notes<IdempotencyKey>

  func run(_ context: FlowContext) async throws -> Bool {
    let writes = writes
    _ = try await context.commit("payment", of: 1) { _, key in
      writes.add(key)
      return Reply()
    }
    return true
  }
}

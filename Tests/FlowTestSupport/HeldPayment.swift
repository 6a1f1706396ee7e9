package import Flowline

/// Writes something that fails, or that is done and whose reply has no recorded form: the session is held.
package struct HeldPayment: Flow {
  private struct Broken: Error {}

  private struct Reply: Codable, Sendable {
    init() {}

    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws { throw Broken() }
  }

  package let id: FlowID
  private let isDone: Bool

  package init(_ id: FlowID = "pay", isDone: Bool) {
    (self.id, self.isDone) = (id, isDone)
  }

  package func run(_ context: FlowContext) async throws -> Bool {
    let isDone = isDone
    _ = try await context.commit("transfer", title: "Transfer to Bike", of: "x") {
      (_: String, _: IdempotencyKey) -> Reply in
      guard isDone else { throw Broken() }
      return Reply()
    }
    return true
  }
}

import Flowline
import TestSupport
import Testing

/// A value that cannot be encoded is an error where it is met, never a silent remark in a journal:
/// rules 24 and 25.
struct EncodingFaults {
  private struct Opaque: Codable, Sendable {
    struct Fault: Error, CustomStringConvertible {
      var description: String { "an opaque value cannot be written" }
    }

    init() {}
    init(from decoder: any Decoder) throws { throw Fault() }
    func encode(to encoder: any Encoder) throws { throw Fault() }
  }

  /// Runs a flow to its end; what came of it must name the step, and nothing be journaled as if.
  private func expectFailure(
    _ step: String, _ flow: some Flow, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let witness = Witness()
    let log = Log()
    let controller = witness.start(flow, handler: log.handler("root"))
    let last = log.all.last ?? ""
    #expect(
      last.hasPrefix("root failed") && last.contains(step), "\(log.all)",
      sourceLocation: sourceLocation)
    #expect(
      witness.mentions(of: "unencodable", in: controller) == [], sourceLocation: sourceLocation)
    #expect(controller.leaks.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `rule 25: a flow's result cannot be encoded`() {
    expectFailure("opaque", ClosureFlow("opaque") { _ in Opaque() })
  }

  @Test func `rule 25: a child's result cannot be encoded`() {
    expectFailure(
      "opaque",
      ClosureFlow("outer") { context in
        _ = try await context.run(ClosureFlow("opaque") { _ in Opaque() })
        return 1
      })
  }

  @Test func `rule 25: a result of a child at once cannot be encoded`() {
    expectFailure(
      "opaque",
      ClosureFlow("outer") { context in
        _ = try await context.all(
          ClosureFlow("opaque") { _ in Opaque() }, ClosureFlow("other") { _ in 1 })
        return 1
      })
  }

  @Test func `rule 25: a load's reply cannot be encoded`() {
    expectFailure(
      "rate",
      ClosureFlow("outer") { context in
        _ = try await context.load("rate") { Opaque() }
        return 1
      })
  }

  @Test func `rules 13 and 25: a commit's contents cannot be encoded, and nothing is sent`() {
    let log = Log()
    expectFailure(
      "payment",
      ClosureFlow("outer") { context in
        try await context.commit("payment", of: Opaque()) { _, _ in
          log.add("sent")
          return 1
        }
      })
    #expect(log.all.isEmpty)
  }

  @Test func `rules 14 and 25: a commit's reply cannot be encoded, and is not taken for done`() {
    let witness = Witness()
    let log = Log()
    let controller = witness.start(
      ClosureFlow("outer") { context in
        _ = try await context.commit("payment") { _ in Opaque() }
        return 1
      }, handler: log.handler("root"))
    #expect(witness.mentions(of: "unencodable", in: controller) == [])
    #expect(!log.all.contains("root finished 1"), "\(log.all)")
  }
}

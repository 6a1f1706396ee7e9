import Flowline
import FlowlineHost

/// Asks for so many numbers, one after the other, and adds them up.
struct CountingFlow: Flow {
  let id: FlowID = "counting"
  /// How many numbers are asked for; nil for no end of them.
  var questions: Int?

  func run(_ context: FlowContext) async throws -> Int {
    var (sum, asked) = (0, 0)
    while asked != questions {
      sum += try await context.run(NumberScreen("number", "A number?"))
      asked += 1
    }
    return sum
  }
}

extension HostedWorld {
  /// The world of everybody: the one flow.
  static func counting(_ questions: Int? = nil) -> HostedWorld {
    var catalog = FlowCatalog()
    catalog.add(CountingFlow(questions: questions), summary: "Counts.")
    return HostedWorld(catalog)
  }
}

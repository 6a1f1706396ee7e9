import Flowline
import FlowlineTesting

/// Asks a name and a tea, and gives an order.
struct TeaFlow: Flow {
  struct Order: Codable, Sendable, Equatable {
    var name: String
    var tea: String
  }

  let id: FlowID = "tea"

  func run(_ context: FlowContext) async throws -> Order {
    let name = try await context.run(TextScreen("name", "Who is it for?"))
    let tea = try await context.run(
      ChoiceScreen(
        "tea", "Which tea?", options: [Option("green", "green"), Option("rooibos", "rooibos")]))
    return Order(name: name, tea: tea)
  }
}

/// Asks a secret word that must be of four letters.
struct SecretFlow: Flow {
  let id: FlowID = "secret"

  func run(_ context: FlowContext) async throws -> Bool {
    _ = try await context.run(TextScreen("word", "The word?", length: 4...4).sensitive())
    return true
  }
}

/// Reads something and ends; or breaks where reading does.
struct ReadFlow: Flow {
  let id: FlowID = "read"
  let read: @Sendable () async throws -> Int

  func run(_ context: FlowContext) async throws -> Int {
    try await context.load("number") { [read] in try await read() }
  }
}

/// Holds a token while it asks.
struct HoldingFlow: Flow {
  let id: FlowID = "holding"
  let token: LeakProbe.Token

  func run(_ context: FlowContext) async throws -> Bool {
    defer { withExtendedLifetime(token) {} }
    return try await context.run(ConfirmScreen("sure", "Sure?"))
  }
}

/// Lets itself be kept by somebody else.
final class Keeper: Sendable {
  let token: LeakProbe.Token

  init(_ token: LeakProbe.Token) { self.token = token }
}

let teas: FlowCatalog = {
  var catalog = FlowCatalog()
  catalog.add(TeaFlow(), summary: "Orders a tea.")
  return catalog
}()

import Flowline

/// Asks a number, runs a child that asks two, reads a rate, asks for a yes, and saves.
struct SumFlow: Flow {
  let id: FlowID = "sum"

  func run(_ context: FlowContext) async throws -> Int {
    let first = try await context.run(NumberScreen("first", "First?", in: 0...10))
    let product = try await context.run(ProductFlow())
    let rate = try await context.load("rate") { 7 }
    guard try await context.run(ConfirmScreen("sure", "Sure?")) else { throw FlowCancelled() }
    return try await context.commit("save") { _ in first + product + rate }
  }
}

/// Asks two numbers and multiplies them.
struct ProductFlow: Flow {
  let id: FlowID = "product"

  func run(_ context: FlowContext) async throws -> Int {
    let left = try await context.run(NumberScreen("left", "Left?", in: 0...100))
    let right = try await context.run(NumberScreen("right", "Right?", in: 0...100))
    return left * right
  }
}

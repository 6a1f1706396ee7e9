import Flowline

/// Holds a value that only one thread at a time touches in a test.
final class Box<Value>: @unchecked Sendable {
  // Tests set and read it on the thread that drives the controller.
  var value: Value?
}

/// Carries a context to where no context should be, to see it refused.
struct Kept: @unchecked Sendable {
  let value: FlowContext

  init(_ value: FlowContext) { self.value = value }
}

public import Flowline
public import Testing

/// Expects that nothing is alive of the flow that a controller ran: no body, no effect, no flow.
///
/// To be called after the end; a flow that is still running is an issue.
public func expectNothingAlive(
  _ controller: FlowController, sourceLocation: SourceLocation = #_sourceLocation
) {
  let leaks = controller.leaks
  guard !leaks.isEmpty else { return }
  Issue.record("of the flow is still alive: \(leaks)", sourceLocation: sourceLocation)
}

public import Flowline

/// A nested flow that is open in a session.
public struct HostedFlow: Sendable, Hashable {
  /// The ids from the root flow down to it.
  ///
  /// It tells the flow from all others that are open. The numbers of a `FlowController` would not: they are
  /// others once the session was unloaded and rebuilt, here or on another node.
  public let path: StepPath
  /// What people call it, in the session's language.
  public let title: LocalizedText
  /// Whether it is a screen.
  public let isScreen: Bool
}

/// What may be done in a session.
public struct HostedInputs: Sendable {
  /// What may be answered and done, and why not if it may not.
  public let legal: LegalInputs
  /// The nested flows that are open, each before its children; see ``SessionHost/end(_:flow:at:patience:)``.
  public let openFlows: [HostedFlow]
  /// The world that questions are put and answers are read in.
  public let environment: FlowEnvironment
}

/// Looking into a session.
extension SessionHost {
  /// What may be answered and done in a session now, and the flows that may be ended; nil if it has ended.
  ///
  /// - Parameter key: the session and whose it is.
  /// - Throws: ``HostFault``.
  public func legalInputs(of key: SessionKey) async throws(HostFault) -> HostedInputs? {
    try await call(key) { session async throws(HostFault) -> HostedInputs? in
      try await refresh(session)
      guard case .live(let live) = try await load(session), live.end == nil else { return nil }
      return HostedInputs(
        legal: live.controller.legalInputs, openFlows: live.openFlows,
        environment: live.controller.environment)
    }
  }
}

extension LiveSession {
  fileprivate var openFlows: [HostedFlow] {
    let flows = controller.inspection.flows
    var paths: [StepPath] = []
    paths.reserveCapacity(flows.count)
    // Each flow comes before its children.
    for flow in flows {
      paths.append(flow.parent.map { paths[$0].appending(flow.id) } ?? StepPath([flow.id]))
    }
    return zip(flows, paths).filter { $0.0.parent != nil }.map { flow, path in
      HostedFlow(path: path, title: flow.title, isScreen: flow.isScreen)
    }
  }

  /// The number by which the controller ends the nested flow of a path; nil if none is open there.
  func number(ofFlowAt path: StepPath) -> Int? {
    let inspection = controller.inspection
    guard path.count > 1, var flow = inspection.root, flow.id == path.ids.first else { return nil }
    for id in path.ids.dropFirst() {
      guard let child = inspection.children(of: flow).first(where: { $0.id == id }) else {
        return nil
      }
      flow = child
    }
    return flow.number
  }
}

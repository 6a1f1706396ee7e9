import Flowline

/// The flows that are open, and how a person names one of them.
///
/// Questions are flows as well, but a person who leaves a flow means one that is more than a question.
struct OpenFlows {
  private let inspection: FlowInspection
  /// The innermost first.
  private let flows: [FlowInspection.OpenFlow]

  /// - Parameter inspection: what is open.
  init(_ inspection: FlowInspection) {
    self.inspection = inspection
    // Each flow comes before its children.
    var depths: [Int] = []
    for flow in inspection.flows { depths.append(flow.parent.map { depths[$0] + 1 } ?? 0) }
    flows = zip(inspection.flows, depths)
      .filter { flow, depth in depth == 0 || !flow.isScreen }
      .sorted { $0.1 > $1.1 }
      .map { $0.0 }
  }

  /// Finds a flow by its id, the end of its path, or its title; nil if none of this name is open.
  ///
  /// Of several the innermost is meant.
  func find(_ name: String) -> FlowInspection.OpenFlow? {
    let name = name.trimmingSpaces.lowercased()
    let parts = name.split(separator: "/").map(String.init)
    guard !parts.isEmpty else { return nil }
    return flows.first { endsPath(to: $0, with: parts) }
      ?? flows.first { $0.title.line.lowercased() == name }
  }

  /// The ids of the flows, the innermost first, each once.
  var names: [String] {
    var names: [String] = []
    for flow in flows where !names.contains(flow.id.rawValue) { names.append(flow.id.rawValue) }
    return names
  }

  private func endsPath(to flow: FlowInspection.OpenFlow, with parts: [String]) -> Bool {
    var flow: FlowInspection.OpenFlow? = flow
    for part in parts.reversed() {
      guard let here = flow, here.id.rawValue.lowercased() == part else { return false }
      flow = here.parent.map { inspection.flows[$0] }
    }
    return true
  }
}

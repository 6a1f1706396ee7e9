/// Web addresses as links: a person opens the address of a page that they know, such as one of a service's
/// web app, and a flow shows what is there.
extension FlowCatalog {
  /// Names the flow that takes web addresses, in place of one that was named before.
  ///
  ///     catalog.openAddresses(with: "books-link", at: "link")
  ///
  /// Front ends that start flows by links take such an address as well, see ``link(to:)``.
  ///
  /// - Parameters:
  ///   - flow: the flow.
  ///   - step: the end of the path of the step that takes an address; its rules say which addresses those are.
  public mutating func openAddresses(with flow: FlowID, at step: StepID...) {
    addressStep = AddressStep(flow: flow, path: step)
  }

  /// The link that begins the flow for web addresses, with an address as the answer to its step; nil if the
  /// text is none, or the catalogue names no flow for them.
  ///
  /// A web address begins with `https://` or `http://` and has no white space in it; white space around it is
  /// left out.
  ///
  /// - Parameter text: the address.
  public func link(to text: String) -> FlowLink? {
    let address = text.trimmed
    guard let step = addressStep, self[step.flow] != nil, address.isWebAddress else { return nil }
    return FlowLink(step.flow, answers: [GivenAnswer(path: step.path, answer: .text(address))])
  }
}

/// The step of a flow that takes web addresses.
struct AddressStep: Sendable, Hashable {
  let flow: FlowID
  /// The end of the step's path.
  let path: [StepID]
}

extension String {
  /// Whether it may be a web address, as people copy it: what is behind `//` is for its reader to judge.
  fileprivate var isWebAddress: Bool {
    let scheme = prefix { $0 != ":" }
    return ["https", "http"].contains(scheme.lowercased())
      && dropFirst(scheme.count).hasPrefix("://")
      && count > scheme.count + 3 && !contains(where: \.isWhitespace)
  }
}

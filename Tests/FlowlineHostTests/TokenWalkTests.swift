import Flowline
import FlowlineHost
import TestSupport
import Testing

/// Random walks over flows with children at once, at two nodes: a token that a page had counts for exactly
/// the question that it was shown with, as the flow itself tells questions apart.
struct TokenWalkTests {
  @Test(arguments: 0..<16)
  func `an older page counts exactly if its question is as it was`(seed: UInt64) async throws {
    var walk = TokenWalk(seed: seed)
    try await walk.start()
    for _ in 0..<40 where !walk.hasEnded {
      try await walk.act()
      try await walk.check()
    }
    #expect(walk.taken > 1, "a walk that answers hardly anything proves little")
  }
}

/// A session that is answered at random, and the pages that were shown of it.
private struct TokenWalk {
  /// A question as its flow tells it from any other.
  private struct Shown: Hashable, CustomStringConvertible {
    let path: StepPath
    let trace: String?

    init(_ prompt: Prompt) {
      path = prompt.path
      trace = prompt.help?.text
    }

    var description: String { "\(path) after “\(trace ?? "")”" }
  }

  private struct Page {
    let token: StepToken
    let shown: Shown
  }

  private let bank = HostedBank()
  private let plan: TracedPlan
  private let key = SessionKey.of("ada")
  private var random: SeededNumbers
  private var nodes: [SessionHost] = []
  private var pages: [Page] = []
  /// How many answers were taken.
  private(set) var taken = 0
  private(set) var hasEnded = false

  init(seed: UInt64) {
    random = SeededNumbers(seed: seed)
    plan = TracedPlan.make(using: &random)
    nodes = [makeNode(), makeNode()]
  }

  private func makeNode() -> SessionHost {
    let flow = TracedFlow(id: "traced", plan: plan)
    return SessionHost(keeping: bank.store, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(flow)
      return HostedWorld(catalog, name: "bank")
    }
  }

  mutating func start() async throws {
    let state = try await nodes[0].start("traced", as: key, in: HostedBank.environment)
    note(state)
    // Only what was answered is known to the other node.
    try await answer(at: nodes[0], state)
  }

  // MARK: - Acting

  /// One input, at one of the nodes.
  mutating func act() async throws {
    let node = random.below(nodes.count)
    // A node that another has overtaken notices it when it is asked for the answers.
    let answers = try await nodes[node].answers(of: key)
    let state = try await nodes[node].state(of: key)
    switch random.below(14) {
    case 0..<6: try await answer(at: nodes[node], state)
    case 6: _ = try await nodes[node].back(key)
    case 7:
      if !answers.isEmpty {
        _ = try await nodes[node].back(key, to: random.pick(answers).token)
      }
    case 8, 9: try await sendOldPage(to: nodes[node], state)
    case 10, 11:
      if !answers.isEmpty { try await revise(random.pick(answers), at: nodes[node]) }
    case 12:
      let isAtOnce = state.question?.prompt.path.ids.contains { $0.rawValue.hasPrefix("c") }
      if isAtOnce ?? false { _ = try await nodes[node].cancel(key) }
    // It is rebuilt from the store.
    default: nodes[node] = makeNode()
    }
    if let state = try? await nodes[node].state(of: key) {
      note(state)
      hasEnded = state.end != nil
    }
  }

  private mutating func note(_ state: HostedState) {
    for question in state.questions {
      pages.append(Page(token: question.token, shown: Shown(question.prompt)))
    }
    while pages.count > 40 { pages.remove(at: random.below(pages.count)) }
  }

  private mutating func makeAnswer() -> HostedInput {
    .answer(.json(.integer(Int64(random.below(3)))))
  }

  private mutating func answer(at node: SessionHost, _ state: HostedState) async throws {
    guard !state.questions.isEmpty else { return }
    let question = random.pick(state.questions)
    let reply = try await node.answer(key, makeAnswer(), to: question.token, revising: false)
    #expect(reply.reception == .accepted)
    taken += 1
    // Sent twice from the same page, it is no answer to anything that is asked now.
    let again = try await node.answer(key, makeAnswer(), to: question.token, revising: false)
    let isEnded = again.state.end != nil
    #expect(again.reception == .outdated(isEnded ? .notRunning : .stale))
  }

  private mutating func sendOldPage(to node: SessionHost, _ state: HostedState) async throws {
    guard !pages.isEmpty, state.end == nil else { return }
    let page = random.pick(pages)
    let isAsked = state.questions.contains { Shown($0.prompt) == page.shown }
    let reply = try await node.answer(key, makeAnswer(), to: page.token, revising: false)
    #expect(reply.reception == (isAsked ? .accepted : .outdated(.stale)), "\(page.shown)")
    if isAsked { taken += 1 }
  }

  /// The page of an answered question is sent once more.
  private mutating func revise(_ answered: HostedAnswer, at node: SessionHost) async throws {
    let before = try await node.state(of: key)
    guard before.end == nil, !before.questions.contains(where: { $0.isNamed(by: answered.token) })
    else { return }
    let reply = try await node.answer(key, makeAnswer(), to: answered.token)
    switch reply.reception {
    case .accepted, .revised: taken += 1
    case .refused, .outdated:
      // A sibling has won the race once more, or a step back passes over the question.
      let isAsked = reply.state.questions.contains { $0.isNamed(by: answered.token) }
      #expect(!isAsked, "\(Shown(answered.prompt))")
    }
  }

  // MARK: - Checking

  /// Every page that was shown names what its flow says is the same, and nothing else.
  mutating func check() async throws {
    let node = random.pick(nodes)
    let answers = try await node.answers(of: key)
    let state = try await node.state(of: key)
    let asked = Set(state.questions.map { Shown($0.prompt) })
    let answered = Set(answers.map { Shown($0.prompt) })
    for page in pages {
      let isAsked = state.questions.contains { $0.isNamed(by: page.token) }
      #expect(isAsked == asked.contains(page.shown), "asked: \(page.shown)")
      let isAnswered = answers.contains { $0.isNamed(by: page.token) }
      #expect(isAnswered == answered.contains(page.shown), "answered: \(page.shown)")
    }
  }
}

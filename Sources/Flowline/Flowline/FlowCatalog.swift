/// The flows an app offers, by stable id.
public struct FlowCatalog: Sendable {
  /// The flows, in the order they are offered.
  public private(set) var entries: [FlowCatalogEntry] = []
  /// The writes that are left to people, see ``confirmInPerson(_:at:)``.
  public private(set) var confirmations: [PersonalConfirmation] = []
  /// What the flows that are added here are called together; nil if they have no common name.
  ///
  /// Flows of another catalogue keep the name they had there.
  public let family: Text?
  /// The step that takes web addresses, see ``openAddresses(with:at:)``; nil if none does.
  var addressStep: AddressStep?

  /// Makes an empty catalogue.
  ///
  /// - Parameter family: what its flows are called together, such as “Bank”: where the flows of several
  ///   families are offered, lists show them under these names.
  public init(family: Text? = nil) { self.family = family }

  /// Offers a flow, in place of one that had the same id before.
  ///
  /// - Parameters:
  ///   - flow: the flow; its ``Flow/id`` is the name under which it is found and started.
  ///   - summary: one line about what it is for; its own ``Flow/summary`` if it is left out.
  ///   - guards: what must hold for the flow to be offered, see ``FlowGuard``.
  public mutating func add<Output>(
    _ flow: some Flow<Output>, summary: Text? = nil, guards: [FlowGuard] = []
  ) {
    insert(
      FlowCatalogEntry(
        id: flow.id, version: flow.version, title: flow.boundTitle,
        summary: summary ?? flow.boundSummary, family: family, output: Output.self, variants: [],
        guards: guards
      ) { controller, options, handler in
        .success(controller.start(erased: flow, guarded: guards, options, handler))
      })
  }

  /// Offers one of several flows of the same result under one id, chosen by a rule when it starts.
  ///
  /// The journal tells which one was chosen, and a replay runs that one without asking the rule. A
  /// variant whose id is that of the offer needs no mark in a journal: a flow that ships can be given
  /// variants, and its scripts and kept sessions stay what they are.
  ///
  /// - Parameters:
  ///   - id: the name under which it is found and started.
  ///   - title: what people call it; that of the first variant if it is left out.
  ///   - summary: one line about what it is for; that of the first variant if it is left out.
  ///   - variants: the flows; their ids differ, and one of them may be `id`.
  ///   - rule: says which one runs.
  ///   - guards: what must hold for the flow to be offered, see ``FlowGuard``.
  public mutating func add<Output: Encodable & Sendable>(
    _ id: FlowID, title: Text? = nil, summary: Text? = nil, variants: [any Flow<Output>],
    choosing rule: VariantRule, guards: [FlowGuard] = []
  ) {
    let version = variants.map(\.version).max() ?? 1
    let title = title ?? variants.first?.boundTitle ?? Text(verbatim: id.rawValue)
    let summary = summary ?? variants.first?.boundSummary ?? ""
    insert(
      FlowCatalogEntry(
        id: id, version: version, title: title, summary: summary, family: family,
        output: Output.self, variants: variants.map(\.id), guards: guards
      ) { controller, options, handler in
        var options = options
        let environment = options.environment ?? options.journal?.head.environment ?? .current
        let unmarked = variants.contains { $0.id == id } ? id : nil
        let recorded = (options.journal ?? options.effects).flatMap { $0.head.variant ?? unmarked }
        let chosen = options.variant ?? recorded ?? rule.variant(in: environment)
        options.environment = environment
        let isMarked = chosen != id || options.journal?.head.variant != nil
        options.variant = isMarked ? chosen : nil
        guard let flow = variants.first(where: { $0.id == chosen }) else {
          return .failure(UnknownVariant(flow: id, variant: chosen))
        }
        return .success(
          controller.start(erased: flow, as: id, title, guarded: guards, options, handler))
      })
  }

  /// Offers the flows of another catalogue as well, in place of those that had the same ids before.
  ///
  /// If the other one names a flow for web addresses, that one takes them from now on.
  public mutating func add(contentsOf other: FlowCatalog) {
    for entry in other.entries { insert(entry) }
    addressStep = other.addressStep ?? addressStep
    for confirmation in other.confirmations { note(confirmation) }
  }

  mutating func note(_ confirmation: PersonalConfirmation) {
    guard !confirmations.contains(confirmation) else { return }
    confirmations.append(confirmation)
    // A flow is started from its entry, wherever that was found.
    for index in entries.indices { entries[index].confirmations = confirmations }
  }

  private mutating func insert(_ entry: FlowCatalogEntry) {
    var entry = entry
    entry.confirmations = confirmations
    if let index = entries.firstIndex(where: { $0.id == entry.id }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
  }

  /// The same flows, whose loads and commits are answered from a record, so that none of them runs.
  ///
  /// What was begun there may be begun again, whatever the guards say by now.
  ///
  /// - Parameter record: the journal of a session; see ``SessionOptions/effects``.
  package func answering(from record: Journal) -> FlowCatalog {
    starting(whateverGuardsSay: true) { _, options in options.effects = record }
  }

  /// The same flows, and writes that are left to people, started with other options.
  ///
  /// - Parameters:
  ///   - isUnguarded: whether the guards are left out.
  ///   - change: changes the options of a start.
  func starting(
    whateverGuardsSay isUnguarded: Bool = false,
    with change: @escaping @Sendable (FlowController, inout SessionOptions) -> Void
  ) -> FlowCatalog {
    var catalog = self
    for entry in entries {
      catalog.insert(
        FlowCatalogEntry(
          id: entry.id, version: entry.version, title: entry.title, summary: entry.summary,
          family: entry.family, output: entry.output, variants: entry.variants,
          guards: isUnguarded ? [] : entry.guards
        ) { controller, options, handler in
          var options = options
          change(controller, &options)
          return entry.starter(controller, options, handler)
        })
    }
    return catalog
  }

  /// The same flows, whose events are also told to this observer.
  package func observed(by observer: @escaping FlowObserver) -> FlowCatalog {
    starting { _, options in
      let other = options.observer
      options.observer = { event in
        other?(event)
        observer(event)
      }
    }
  }

  /// The flow with this id.
  public subscript(id: FlowID) -> FlowCatalogEntry? {
    entries.first { $0.id == id }
  }
}

/// A flow that an app offers, its result's type forgotten.
public struct FlowCatalogEntry: Sendable {
  typealias Starter =
    @Sendable (FlowController, SessionOptions, FlowHandler<JSONValue>) -> Result<
      FlowController.Reception, UnknownVariant
    >

  /// The id it is offered under.
  public let id: FlowID
  /// Its version; of several variants the highest.
  public let version: Int
  /// What people call it.
  public let title: Text
  /// One line about what it is for.
  public let summary: Text
  /// What it and the flows it belongs with are called together; nil if they have no common name.
  public let family: Text?
  /// The type of its result.
  public let output: any (Encodable & Sendable).Type
  /// The ids of the flows it is chosen from; empty if there is nothing to choose.
  public let variants: [FlowID]
  /// What must hold for it to be offered.
  public let guards: [FlowGuard]
  /// The writes that are left to people.
  var confirmations: [PersonalConfirmation] = []
  let starter: Starter

  /// The variant that a journal without a variant is of; nil if there is none.
  var unmarkedVariant: FlowID? { variants.contains(id) ? id : nil }

  init(
    id: FlowID, version: Int, title: Text, summary: Text, family: Text?,
    output: any (Encodable & Sendable).Type, variants: [FlowID], guards: [FlowGuard],
    starter: @escaping Starter
  ) {
    self.id = id
    self.version = version
    self.title = title
    self.summary = summary
    self.family = family
    self.output = output
    self.variants = variants
    self.guards = guards
    self.starter = starter
  }

  /// Starts the flow; its result arrives as JSON.
  ///
  /// Refused if a guard does not hold and no other flow can remedy that.
  ///
  /// - Parameters:
  ///   - controller: runs the flow; it must not be running another.
  ///   - options: the world the session sees, and what it is rebuilt from.
  ///   - handler: is called when the flow has started and ended.
  /// - Returns: whether it was started, or why not.
  /// - Throws: ``UnknownVariant`` if the rule or a journal names a flow that does not exist.
  @discardableResult
  public func start(
    in controller: FlowController, _ options: SessionOptions = SessionOptions(),
    handler: FlowHandler<JSONValue> = FlowHandler()
  ) throws(UnknownVariant) -> FlowController.Reception {
    // What has begun may end, whatever its guards say by now: the body asks them itself.
    if options.journal == nil, options.effects == nil, let refusal { return .refused(refusal) }
    var options = options
    options.confirmations = confirmations
    return try starter(controller, options, handler).get()
  }

  /// Why the flow may not be started now; nil if it may, or something else is asked first.
  package var refusal: Refusal? {
    switch access {
    case .allowed, .afterRemedy: nil
    case .refused(let refusal): refusal
    case .hidden: guards.first { !$0.holds }?.refusal ?? .make(.notRunning)
    }
  }
}

/// A journal or a rule names a variant that the catalogue does not have.
public struct UnknownVariant: Error, Hashable, CustomStringConvertible {
  /// The flow it was to be a variant of.
  public let flow: FlowID
  /// The name that was given.
  public let variant: FlowID

  /// One sentence.
  public var description: String { "\(flow) has no variant \(variant)" }
}

extension FlowController {
  /// An outcome with its result as a program gets it: secrets of the session as marks.
  private func encoded<Output: Encodable>(_ outcome: Outcome<Output>) -> Outcome<JSONValue> {
    read { session in outcome.encoded { try session.forms.encode($0) } }
  }

  fileprivate func start<Root: Flow>(
    erased flow: Root, guarded guards: [FlowGuard], _ options: SessionOptions,
    _ handler: FlowHandler<JSONValue>
  ) -> Reception {
    let handler = FlowHandler<Root.Output>(
      started: handler.started,
      finished: { [weak self] outcome, dismisser in
        handler.finished(self?.encoded(outcome) ?? outcome.encoded, dismisser)
      })
    // A guard that nothing can remedy was asked before the start; the journal does not tell of it.
    let guards = guards.filter(\.isRemediable)
    guard !guards.isEmpty else { return start(flow, options, handler: handler) }
    return start(GuardedFlow(base: flow, guards: guards), options, handler: handler)
  }

  fileprivate func start<Root: Flow>(
    erased flow: Root, as id: FlowID, _ title: Text, guarded guards: [FlowGuard],
    _ options: SessionOptions, _ handler: FlowHandler<JSONValue>
  ) -> Reception {
    start(erased: flow.named(id, title: title), guarded: guards, options, handler)
  }
}

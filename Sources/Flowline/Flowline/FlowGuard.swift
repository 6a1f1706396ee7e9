/// Something that must hold before a flow may run: that somebody is logged in, a permission.
///
/// A catalogue hides or refuses a flow whose guard does not hold; the journal does not tell of it, so
/// that a flow that ships can be given such a guard. A guard with a remedy lets it start: the remedy
/// (a log-in) is run first, and then the flow continues as wanted.
///
///     catalog.add(
///       RoundUpFlow(bank: bank), summary: "…",
///       guards: [
///         FlowGuard("signed-in", otherwise: .init("signed-out", "Sign in first.")) { session.isOpen }
///           .remedied(by: SignInFlow(session))
///       ])
public struct FlowGuard: Sendable {
  /// The guard's stable name.
  ///
  /// What it found is journaled under it if it has a remedy, or guards a flow within another.
  public let id: StepID
  /// Why the flow may not run if the guard does not hold, made when it is asked for.
  public var refusal: Refusal { makeRefusal() }
  private let makeRefusal: @Sendable () -> Refusal
  /// Whether a catalogue does not show the flow at all if the guard does not hold.
  public private(set) var isHiding = false
  private let condition: @Sendable () -> Bool
  private var remedy: (@Sendable (FlowContext) async throws -> Void)?
  /// How many questions the remedy asks, where it says so.
  private var remedySteps: ClosedRange<Int>?

  /// Makes a guard.
  ///
  /// - Parameters:
  ///   - id: the guard's stable name.
  ///   - refusal: why the flow may not run if the condition does not hold; it may say what is so now.
  ///   - condition: is asked whenever flows are listed or started; it must be quick.
  public init(
    _ id: StepID, otherwise refusal: @autoclosure @escaping @Sendable () -> Refusal,
    _ condition: @escaping @Sendable () -> Bool
  ) {
    self.id = id
    makeRefusal = refusal
    self.condition = condition
  }

  /// Whether the condition holds now.
  public var holds: Bool { condition() }

  /// Whether a flow can make it hold.
  public var isRemediable: Bool { remedy != nil }

  /// The same guard with a flow that is run if it does not hold, before the guarded flow runs.
  public func remedied(by flow: some Flow) -> FlowGuard {
    var guarding = self
    let run: @Sendable (FlowContext) async throws -> Void = { context in
      _ = try await context.run(flow)
    }
    guarding.remedy = run
    guarding.remedySteps = flow.steps
    return guarding
  }

  /// The same guard, the flow not even shown if it does not hold.
  public func hiding() -> FlowGuard {
    var guarding = self
    guarding.isHiding = true
    return guarding
  }

  /// How many questions the guard may ask: none without a remedy; nil if that is not known.
  var steps: ClosedRange<Int>? {
    isRemediable ? remedySteps.map { 0...max(0, $0.upperBound) } : 0...0
  }

  /// Lets a body pass, after the remedy where that helps.
  ///
  /// - Throws: ``FlowNotAllowed`` where the condition does not hold; what the remedy throws.
  func pass(_ context: FlowContext) async throws {
    let condition = condition
    let check: @Sendable () async throws -> Bool = { condition() }
    if try await context.load(id, check) { return }
    if let remedy {
      try await remedy(context)
      if try await context.load(id, check) { return }
    }
    throw FlowNotAllowed(guarded: id, refusal: refusal)
  }
}

/// What a catalogue lets a person do with a flow now.
public enum FlowAccess: Sendable, Hashable {
  /// It may be started.
  case allowed
  /// It may be started; something else is asked first, such as a log-in.
  case afterRemedy(of: StepID)
  /// It may not be started, for this reason.
  case refused(Refusal)
  /// It is not to be shown.
  case hidden
}

extension FlowCatalogEntry {
  /// What may be done with the flow now, by its guards.
  public var access: FlowAccess {
    var remedied: StepID?
    for guarding in guards where !guarding.holds {
      if guarding.isHiding { return .hidden }
      guard guarding.isRemediable else { return .refused(guarding.refusal) }
      remedied = remedied ?? guarding.id
    }
    return remedied.map { .afterRemedy(of: $0) } ?? .allowed
  }
}

extension FlowCatalog {
  /// The flows that are to be shown now.
  public var offered: [FlowCatalogEntry] {
    entries.filter { $0.access != .hidden }
  }

  /// The flows that are to be shown now, by their families, in the order in which the first of each was
  /// added.
  public var offeredFamilies: [FlowFamily] {
    offered.reduce(into: []) { families, entry in
      if let index = families.firstIndex(where: { $0.name == entry.family }) {
        families[index].entries.append(entry)
      } else {
        families.append(FlowFamily(name: entry.family, entries: [entry]))
      }
    }
  }
}

/// Flows that belong together, such as those of a bank.
public struct FlowFamily: Sendable {
  /// What they are called together; nil if they have no common name.
  public let name: Text?
  /// The flows, in the order they are offered; at least one.
  public fileprivate(set) var entries: [FlowCatalogEntry]
}

/// A flow's guard did not hold.
public struct FlowNotAllowed: LocalizableError, CustomStringConvertible {
  /// The name of the guard that does not hold.
  public let guarded: StepID
  /// Why the flow may not run.
  public let refusal: Refusal

  /// Why the flow may not run, for people.
  public var text: Text { refusal.message }

  /// The guard and the reason's code.
  public var description: String { "\(guarded) does not hold: \(refusal.code.rawValue)" }
}

extension Flow {
  /// The same flow behind guards, for running it within another.
  public func guarded(by guards: FlowGuard...) -> some Flow<Output> {
    GuardedFlow(base: self, guards: guards)
  }
}

/// A flow whose body waits for its guards.
struct GuardedFlow<Base: Flow>: FlowWrapper {
  let base: Base
  let guards: [FlowGuard]

  var steps: ClosedRange<Int>? {
    guards.reduce(base.steps) { sum, guarding in
      guard let sum, let more = guarding.steps else { return nil }
      return sum.lowerBound...max(0, sum.upperBound).clampedSum(more.upperBound)
    }
  }

  func run(_ context: FlowContext) async throws -> Base.Output {
    for guarding in guards { try await guarding.pass(context) }
    return try await base.run(context)
  }
}

import Synchronization

/// The front end's side of a session, on the main actor: for user interfaces.
///
/// A class conforms to it without a `nonisolated` method and without a lock. The controller holds it
/// weakly, for it usually holds the controller:
///
///     @MainActor final class Wizard: MainActorPresenter {
///       var page: Page?
///       lazy var controller = FlowController(presenter: self)
///       func present(_ prompt: Prompt) { page = Page(prompt) }
///       func ended(_ outcome: Outcome<JSONValue>) { page = nil }
///     }
///
/// Calls come on the main actor, one at a time and in the order in which things happened, but not
/// while they happen: no call on the controller waits for them. So the session may be further on
/// than what is shown; an answer to a prompt that has gone is refused as stale if it names the
/// prompt's ``Prompt/presentation``. A report of an effect's progress is passed over if there is a
/// newer one.
@MainActor
public protocol MainActorPresenter: AnyObject, Sendable {
  /// A place of its own is to be opened, for a flow that is pushed or modal: what is presented next is
  /// shown in it. See ``Flow/presented(_:)``.
  func open(_ place: FlowPlace)

  /// A prompt waits for an answer.
  func present(_ prompt: Prompt)

  /// A load or a commit is under way; the next prompt comes when it is done.
  func working(on step: StepPath)

  /// The flow waits for a moment or an event, see ``LegalInputs/waits``; the next prompt comes when it
  /// is there.
  ///
  /// If nobody implements it, ``working(on:)`` is called.
  func waiting(for wait: FlowInspection.Effect, at step: StepPath)

  /// A load, a commit or a check that ``working(on:)`` named reports how far it has come.
  func progressed(on effect: FlowInspection.Effect)

  /// These presentations are to be taken off show, if they still are on it.
  func dismiss(_ presentations: Range<Int>)

  /// A place is to be closed: its flow has ended, and all that was presented in it is dismissed.
  func close(_ place: FlowPlace)

  /// The session has ended. Called once for each session, after the handler.
  func ended(_ outcome: Outcome<JSONValue>)
}

extension MainActorPresenter {
  /// Nothing: for front ends in which all is shown in one place.
  public func open(_ place: FlowPlace) {}

  /// Nothing: for front ends in which all is shown in one place.
  public func close(_ place: FlowPlace) {}

  /// Nothing: work under way is not shown.
  public func working(on step: StepPath) {}

  /// A wait is work like any other.
  public func waiting(for wait: FlowInspection.Effect, at step: StepPath) { working(on: step) }

  /// Nothing: how far work has come is not shown.
  public func progressed(on effect: FlowInspection.Effect) {}

  /// Nothing: for front ends that show one prompt at a time.
  public func dismiss(_ presentations: Range<Int>) {}

  /// Nothing: for front ends that take the outcome from their handler.
  public func ended(_ outcome: Outcome<JSONValue>) {}
}

extension FlowController {
  /// Makes a controller whose front end lives on the main actor.
  ///
  /// - Parameter presenter: the front end's side; held weakly.
  public convenience init(presenter: some MainActorPresenter) {
    self.init(presenter: MainActorRelay(to: presenter))
  }
}

/// Takes what a session tells to the main actor, in order, without waiting for it.
private final class MainActorRelay: Presenter {
  private struct Mail {
    var notices: [Notice] = []
    /// Whether somebody is on the way to hand them over.
    var isBeingTaken = false
  }

  private let mail = Mutex(Mail())
  private let presenter: WeakPresenter

  init(to presenter: some MainActorPresenter) { self.presenter = WeakPresenter(presenter) }

  func open(_ place: FlowPlace) { send(.open(place)) }
  func present(_ prompt: Prompt) { send(.present(prompt)) }
  func working(on step: StepPath) { send(.working(step)) }
  func waiting(for wait: FlowInspection.Effect, at step: StepPath) { send(.waiting(wait, step)) }
  func progressed(on effect: FlowInspection.Effect) { send(.progressed(effect)) }
  func dismiss(_ presentations: Range<Int>) { send(.dismiss(presentations)) }
  func close(_ place: FlowPlace) { send(.close(place)) }
  func ended(_ outcome: Outcome<JSONValue>) { send(.ended(outcome)) }

  private func send(_ notice: Notice) {
    let isFirst = mail.withLock { mail in
      if case .progressed = notice, case .progressed? = mail.notices.last {
        mail.notices.removeLast()
      }
      mail.notices.append(notice)
      defer { mail.isBeingTaken = true }
      return !mail.isBeingTaken
    }
    // One task at a time, so that the order does not depend on how tasks are scheduled.
    if isFirst { Task { @MainActor in handOver() } }
  }

  @MainActor private func handOver() {
    while let notice = next() { presenter.value?.take(notice) }
  }

  private func next() -> Notice? {
    mail.withLock { mail in
      guard mail.notices.isEmpty else { return mail.notices.removeFirst() }
      mail.isBeingTaken = false
      return nil
    }
  }
}

/// A front end that is not kept alive.
///
/// `@unchecked`: written once, before it is shared; weak references are read atomically.
private final class WeakPresenter: @unchecked Sendable {
  weak var value: (any MainActorPresenter)?

  init(_ value: any MainActorPresenter) { self.value = value }
}

extension MainActorPresenter {
  fileprivate func take(_ notice: Notice) {
    switch notice {
    case .open(let place): open(place)
    case .present(let prompt): present(prompt)
    case .working(let step): working(on: step)
    case .waiting(let wait, let step): waiting(for: wait, at: step)
    case .progressed(let effect): progressed(on: effect)
    case .dismiss(let presentations): dismiss(presentations)
    case .close(let place): close(place)
    case .ended(let outcome): ended(outcome)
    }
  }
}

import Synchronization

/// What an effect under way has told of itself, from whatever thread it runs on.
final class EffectMeter: Sendable {
  struct Figures: Hashable, Sendable {
    let done: Int
    let total: Int?
  }

  private struct State {
    var figures: Figures?
    var remark: Text?
    /// Whether the session is about to look, so that a thousand reports wake it once.
    var isAnnounced = false
    var isOver = false
  }

  /// What people call the effect.
  let title: Text?
  private let announce: @Sendable () -> Void
  private let state = Mutex(State())

  /// Makes a meter.
  ///
  /// - Parameter announce: has the session look, when it is its turn.
  init(title: Text?, announce: @escaping @Sendable () -> Void) {
    self.title = title
    self.announce = announce
  }

  /// The latest figures.
  var figures: Figures? { state.withLock { $0.figures } }

  /// What it says beside its title.
  var remark: Text? { state.withLock { $0.remark } }

  func report(_ done: Int, of total: Int?) {
    change { $0.figures = Figures(done: done, total: total) }
  }

  func tell(_ remark: Text?) {
    change { $0.remark = remark }
  }

  private func change(_ change: (inout State) -> Void) {
    let isNews = state.withLock { state in
      guard !state.isOver else { return false }
      change(&state)
      defer { state.isAnnounced = true }
      return !state.isAnnounced
    }
    if isNews { announce() }
  }

  /// The session looks: what is told from now on is to be announced again.
  func look() -> Figures? {
    state.withLock { state in
      state.isAnnounced = false
      return state.figures
    }
  }

  /// The effect has ended.
  func end() { state.withLock { $0.isOver = true } }
}

/// Telling how far effects have come.
extension Session {
  /// A meter for an effect that is about to run.
  func makeMeter(of effect: FlowMachine.Effect, title: Text?, _ frame: Frame.ID) -> EffectMeter {
    let driven = Driven(value: self)
    let executor = executor
    let meter = EffectMeter(title: title) {
      // In the session's queue, behind what came before it.
      Task(executorPreference: executor) { driven.value.progressed(on: effect, frame) }
    }
    meters[effect.number] = meter
    return meter
  }

  private func progressed(on effect: FlowMachine.Effect, _ frame: Frame.ID) {
    guard let meter = meters[effect.number] else { return }
    let figures = meter.look()
    guard machine.waits(for: effect, in: frame) else { return }
    if let figures {
      machine.tellEffect(effect, .progressed(done: figures.done, of: figures.total))
    }
    progressNews = effect.number
  }

  /// Tells the presenter of an effect that it knows to be under way.
  func publishProgress(of effect: FlowMachine.Effect) throws {
    guard let news = progressNews.take(), news == effect.number, let presenter else { return }
    try presenter.progressed(on: inspected(effect, at: MonotonicTime.now))
  }

  /// The effect has ended, whatever waits for it.
  func endMeter(of effect: FlowMachine.Effect) {
    meters.removeValue(forKey: effect.number)?.end()
  }
}

extension FlowMachine {
  /// Whether a frame still waits for an effect.
  mutating func waits(for effect: Effect, in frame: Frame.ID) -> Bool {
    if isMany { turn(to: frame) }
    return state == .working(effect)
  }
}

import Synchronization

/// What an effect under way has told of itself and can find out about itself, from whatever thread it runs on.
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
  /// Whether it is a commit, and an attempt before this one may have been carried out.
  let isRepeated: Bool
  private let announce: @Sendable () -> Void
  private let state = Mutex(State())

  /// Makes a meter.
  ///
  /// - Parameters:
  ///   - title: what people see while the effect is under way; nil if it has none.
  ///   - isRepeated: whether an attempt before this one may have been carried out.
  ///   - announce: has the session look, when it is its turn.
  init(title: Text?, isRepeated: Bool, announce: @escaping @Sendable () -> Void) {
    self.title = title
    self.isRepeated = isRepeated
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
  func makeMeter(of effect: Effect, title: Text?, isRepeated: Bool = false) -> EffectMeter {
    let owned = Owned(value: self)
    let executor = executor
    let meter = EffectMeter(title: title, isRepeated: isRepeated) {
      // As a job, behind what comes by calls: what is told just before the end is not.
      Task(executorPreference: executor) { owned.value.progressed(on: effect) }
    }
    meters[effect.wait.number] = meter
    return meter
  }

  private func progressed(on effect: Effect) {
    guard let meter = meters[effect.wait.number] else { return }
    let figures = meter.look()
    guard engine.isAwaited(effect) else { return }
    if let figures { engine.tell(effect, .progressed(done: figures.done, of: figures.total)) }
    announced.progress = effect
  }

  /// The effect has ended, whatever waits for it.
  func endMeter(of effect: Effect) { meters.removeValue(forKey: effect.wait.number)?.end() }
}

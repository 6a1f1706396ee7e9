/// Somebody who is told what happens.
struct Observer {
  let observation: FlowObservation
  let tell: FlowObserver
  /// Whether it goes with the session rather than with the controller.
  let isOfSession: Bool
}

/// Who is told what the engine has noted.
extension Session {
  func add(_ observer: Observer) {
    observers.append(observer)
    if engine.events == nil { engine.events = EventBuffer() }
    engine.events?.isKept = true
  }

  /// Adds the observer of a session's options, for as long as the session lasts.
  func add(_ observer: FlowObserver?) {
    guard let observer else { return }
    add(Observer(observation: FlowObservation(of: controller), tell: observer, isOfSession: true))
  }

  func removeObservers(where isGone: (Observer) -> Bool) {
    observers.removeAll(where: isGone)
    engine.events?.isKept = !observers.isEmpty
  }

  /// The root has ended: observers of the session have heard all they will.
  func dismissObservers() {
    if observers.isEmpty { return }
    let isLetGo = controller.value == nil
    removeObservers { $0.isOfSession || isLetGo }
  }

  /// The root has its outcome.
  func tellEnded<Output>(_ outcome: Outcome<Output>) {
    switch outcome {
    case .finished: engine.tellRootEnded(.finished)
    case .cancelled(let reason): engine.tellRootEnded(.cancelled(reason))
    case .failed(let failure): engine.tellRootEnded(.failed(message: failure.message))
    }
  }
}

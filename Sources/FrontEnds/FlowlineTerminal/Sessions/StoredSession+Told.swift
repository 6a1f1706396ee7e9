package import Flowline

extension SessionRecord {
  /// The world a kept session sees.
  package func environment(or other: FlowEnvironment) -> FlowEnvironment {
    guard let contents = try? contents(), let script = try? Script(parsing: contents) else {
      return other
    }
    return script.environment(or: other)
  }
}

extension StoredSession {
  /// How a session that is over is told.
  package enum Told: Sendable {
    case outcome(Outcome<JSONValue>)
    case failure(String)
  }

  /// How the session ended; nothing where it has not, or nobody can read how.
  package var told: Told? {
    switch standing {
    case .finished(let result): .outcome(.finished(result))
    case .cancelled(let reason): .outcome(.cancelled(reason))
    case .failed(let message): .failure(OneLine.text(message))
    case .unfinished, .damaged: nil
    }
  }

  /// Whether the session can be resumed in a world.
  ///
  /// One that names none fits any.
  func belongs(to current: String?) -> Bool {
    guard let world, let current else { return true }
    return world == current
  }

  /// Whether somebody may want to do something about it.
  package var isOpen: Bool {
    switch standing {
    case .unfinished, .failed, .damaged: true
    case .finished, .cancelled: isInUse
    }
  }
}

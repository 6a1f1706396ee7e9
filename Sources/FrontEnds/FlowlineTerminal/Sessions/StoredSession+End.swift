package import Flowline

extension SessionRecord {
  /// The environment that a saved session was started in.
  package func environment(or other: FlowEnvironment) -> FlowEnvironment {
    guard let contents = try? contents(), let script = try? Script(parsing: contents) else {
      return other
    }
    return script.environment(or: other)
  }
}

extension StoredSession {
  /// How a session ended.
  package enum End: Sendable {
    case finished(JSONValue)
    case cancelled(CancelReason)
    /// It failed; the record has only the message, which is for developers.
    case failed(message: String)
  }

  /// How the session ended; nil if it has not, or if its record cannot be read.
  package var end: End? {
    switch standing {
    case .finished(let result): .finished(result)
    case .cancelled(let reason): .cancelled(reason)
    case .failed(let message): .failed(message: OneLine.text(message))
    case .unfinished, .damaged, .newer: nil
    }
  }

  /// Whether the session can be resumed in a world.
  ///
  /// A session that names no world fits any.
  func belongs(to current: String?) -> Bool {
    guard let world, let current else { return true }
    return world == current
  }

  /// Whether something would be lost with the session: something was typed that lists tell, or an action was
  /// begun.
  ///
  /// Choices, yes or no, and secrets, which are never kept, are answered again in a moment.
  var isWorthOffering: Bool {
    !firstAnswers.isEmpty || summary.isUnderWay || !summary.held.isEmpty
  }

  /// Whether this program can read the session's record.
  var isReadable: Bool {
    switch standing {
    case .damaged, .newer: false
    case .unfinished, .finished, .cancelled, .failed: true
    }
  }

  /// Whether removing the session is asked about first: it has answers, an action was begun in it, or nobody
  /// can see here what it has.
  package var isForgottenOnlyIfConfirmed: Bool {
    !isReadable || answers > 0 || summary.isUnderWay || !summary.held.isEmpty
  }

  /// Why a listed session cannot be resumed; the raw value ends the keys of its texts.
  package enum Obstacle: String, Sendable, CaseIterable {
    /// Another process has it open.
    case inUse = "in-use"
    /// It belongs to another world.
    case otherWorld = "other-world"
    /// It failed.
    case failed
    /// Its record cannot be read.
    case damaged
    /// A newer version of the program saved it.
    case newer
    /// It has ended.
    case ended
  }

  /// Why the session cannot be resumed in a world; nil if it can be.
  func obstacle(in world: String?) -> Obstacle? {
    if isInUse { return .inUse }
    return switch standing {
    case .unfinished: belongs(to: world) ? nil : .otherWorld
    case .finished, .cancelled: .ended
    case .failed: .failed
    case .damaged: .damaged
    case .newer: .newer
    }
  }

  /// Whether there is still something to do about it.
  package var isOpen: Bool {
    switch standing {
    case .unfinished, .failed, .damaged, .newer: true
    case .finished, .cancelled: isInUse
    }
  }
}

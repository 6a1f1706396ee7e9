import Synchronization

extension FlowController {
  /// Rebuilds a session from its own journal, beside it, to see whether its flow does the same each time it
  /// runs.
  ///
  /// Nothing is asked, read, written or told. What is behind a secret or an effect without a reply is not
  /// looked at.
  ///
  /// - Parameters:
  ///   - flow: the session's flow.
  ///   - journal: what has happened in the session.
  ///   - files: where the contents of the session's files are.
  /// - Returns: the first difference, in a sentence; nil if there is none.
  package static func rehearsalFault<Root: Flow>(
    of flow: Root, from journal: Journal, files: (any KeptFiles)?
  ) -> String? {
    let environment = journal.head.environment
    guard !journal.entries.isEmpty else { return nil }
    // Of the text, as a session is resumed, so that a difference has its line.
    let script: Script
    do throws(UnreadableScript) {
      script = try Script(parsing: journal.text)
    } catch {
      return "its journal cannot be read: \(error)"
    }
    var options = SessionOptions(journal: script.journal(or: environment), variant: script.variant)
    options.isReplay = true
    options.surveys = true
    options.acceptsAnyFile = true
    options.files = files
    options.clock = ManualFlowClock(at: environment.now)
    let (controller, end) = (FlowController(), RehearsalEnd())
    controller.start(flow, options, handler: end.handler())
    let divergence = controller.read { session in
      session.survey?.isCutShort ?? true ? nil : session.engine.divergence
    }
    controller.unload()
    controller.waitUntilSettled()
    return end.fault ?? divergence.map { "\($0)" }
  }
}

/// How a session ends that is rebuilt to be compared.
private final class RehearsalEnd: Sendable {
  private let cause = Mutex<String?>(nil)

  /// What the flow does otherwise now, if that ended the session: it writes other contents, or cannot read
  /// what it recorded.
  var fault: String? { cause.withLock { $0 } }

  func handler<Output: Sendable>() -> FlowHandler<Output> {
    FlowHandler { [self] outcome, _ in
      guard case .failed(let failure) = outcome else { return }
      let fault: String? =
        switch failure.cause {
        case let differs as CommitDiffers: "\(differs)"
        case let unreadable as RecordedReplyUnreadable: "\(unreadable)"
        default: nil
        }
      cause.withLock { $0 = fault }
    }
  }
}

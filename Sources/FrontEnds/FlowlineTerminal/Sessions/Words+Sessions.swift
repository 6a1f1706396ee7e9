package import Flowline
import FoundationEssentials

/// Why a session cannot be kept, found or resumed, in words that say what to do.
extension Words {
  /// The words for a store that could not be read or written.
  package func callAsFunction(_ failure: StoreFailure) -> String {
    let place = TextArgument.string(OneLine.text(failure.place))
    let reason = TextArgument.string(self.reason(of: failure))
    switch failure.code {
    case .noSpace: return self("store.no-space", place)
    case .newerVersion: return self("store.newer-version", place)
    case .openToOthers: return self("store.open-to-others", place)
    case .inUse, .exists:
      // A long path would be broken in the middle of the id, which is what a person looks for.
      return self("store.\(failure.code.rawValue)", .string(Self.shortPlace(of: failure)))
    case .notSynced, .unreadable, .notFound:
      return self("store.\(failure.code.rawValue)", place, reason)
    case .notAllowed:
      let isNamed = Self.isNamed(failure.place)
      return self(isNamed ? "store.not-allowed.file" : "store.not-allowed", place, reason)
    default:
      let isNamed = Self.isNamed(failure.place)
      return self(isNamed ? "store.unwritable.file" : "store.unwritable", place, reason)
    }
  }

  /// Whether a person named the place, so that no variable of the environment leads elsewhere.
  private static func isNamed(_ place: String) -> Bool {
    let base = FilePath.base("XDG_STATE_HOME", or: ".local/state")
    return place != base && !place.hasPrefix(base + "/") && !base.hasPrefix(place + "/")
  }

  /// The session's id if the file is called by it, else the place as it is.
  private static func shortPlace(of failure: StoreFailure) -> String {
    let file = failure.place.split(separator: "/").last.map(String.init) ?? ""
    return FileStore.session(of: file)?.text ?? OneLine.text(failure.place)
  }

  /// The words for a session that cannot be resumed.
  ///
  /// - Parameters:
  ///   - fault: the reason.
  ///   - id: what the person calls it.
  ///   - isFile: whether that is a file that the person named, and no session of a list.
  /// - Returns: a sentence that says what to do.
  package func callAsFunction(
    _ fault: ResumeFault, of id: String, isFile: Bool = false
  ) -> String {
    switch fault {
    case .unreadable(let failure): return self(failure)
    case .damaged(let fault):
      return self(
        isFile ? "session.damaged.file" : "session.damaged",
        .string(id), .string(String(fault.line)), .text(fault.expectedText),
        .text(fault.gotText))
    case .newerFormat(let recorded, let known):
      return self(
        "session.newer-format", .string(id), .string(String(recorded)), .string(String(known)))
    case .unknownFlow(let flow, let known):
      let known = known.map(\.rawValue).joined(separator: ", ")
      return self("session.flow-gone", .string(id), .string(flow.rawValue), .string(known))
    case .unknownVariant(let unknown):
      return self(
        "session.variant-gone", .string(id), .string(unknown.variant.rawValue),
        .string(unknown.flow.rawValue))
    case .newerVersion(_, let recorded, let known):
      return self(
        "session.newer", .string(id), .string(String(recorded)), .string(String(known)))
    case .unreadableReply(let unreadable):
      return self("session.unfit", .string(id), .string(OneLine.text("\(unreadable)")))
    case .commitDiffers(let differs):
      return self("session.unfit", .string(id), .string(OneLine.text("\(differs)")))
    case .ended: return self("session.ended", .string(id))
    case .otherWorld(let recorded, let current):
      return self(
        "session.other-world", .string(id), .string(OneLine.text(recorded)),
        .string(OneLine.text(current)))
    }
  }

  /// The words for a name that leads to no session; nil if it leads to one.
  ///
  /// - Parameters:
  ///   - finding: what the name leads to.
  ///   - name: as it was typed.
  ///   - program: the program's name in the shell where it was typed; nil at the program's own prompt.
  /// - Returns: a sentence that says what to do.
  package func callAsFunction(
    _ finding: SessionLibrary.Finding, for name: String, inShellOf program: String? = nil
  ) -> String? {
    let name = OneLine.excerpt(name)
    switch finding {
    case .found: return nil
    case .noSessions: return self("session.none")
    case .noneUnfinished: return self("session.none-unfinished")
    case .onlyUnreadable(let id):
      let resume = command(.resume, inShellOf: program)
      return self("session.only-unreadable", .string(id), .string("\(resume) \(id)"))
    case .ambiguous(let ids):
      return self("session.ambiguous", .string(name), .string(ids.joined(separator: ", ")))
    case .unknown(let nearest):
      let list = command(.sessions, inShellOf: program)
      let next =
        nearest.map { self("suggestion", .string($0)) }
        ?? self("session.unknown.hint", .string(list))
      return "\(self("session.unknown", .string(name))) \(next)"
    }
  }

  /// A command as it is typed at the program's own prompt, or in a shell.
  private func command(_ id: PromptCommand.ID, inShellOf program: String?) -> String {
    if let program { return "\(program) \(id.rawValue)" }
    return PromptCommand.of(id)?.name(in: environment.language) ?? ""
  }

  /// The words for a latest session that is not the one that is resumed.
  ///
  /// - Parameters:
  ///   - passedOver: the latest session.
  ///   - id: the id of the one that is resumed instead.
  package func callAsFunction(
    _ passedOver: SessionLibrary.PassedOver, for id: String
  ) -> String {
    self(
      "session.passed-over.\(passedOver.obstacle.rawValue)", .string(passedOver.id), .string(id))
  }
}

import Flowline

/// What a command does where no flow is running.
extension Repl {
  /// Does it; gives the end where it was that.
  func perform(_ call: ReplCommand.Call) -> End? {
    switch call.id {
    case .help: surface.show(texts.help(catalog, about: call.argument))
    case .list: surface.show(texts.list(catalog))
    case .quit: return .left
    case .sessions: listSessions()
    case .resume: return resume(call.argument ?? SessionShelf.last[0])
    case .forget: if let name = call.argument { forget(name) }
    // They hold at questions only, which the reading of the line has told.
    case .back, .cancel, .undo, .redo, .goto, .review, .draft, .why, .state, .record: break
    }
    return nil
  }

  func complete(_ before: String) -> CompletionResult {
    ReplLine.complete(before, catalog: catalog, words: words) { [shelf] kind, _ in
      switch kind {
      case .session: shelf?.shortIDs ?? []
      default: []
      }
    }
  }
}

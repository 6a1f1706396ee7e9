package import Flowline

/// The histories of a program's prompts, one a kind, kept across its runs.
///
/// Amounts, confirmations, pages and whatever is sensitive have none.
package final class PromptHistories {
  private let directory: String?
  private var histories: [String: LineHistory] = [:]
  /// Why a history could not be kept, the first time it could not.
  package private(set) var failure: HistoryError?

  /// Makes histories.
  ///
  /// - Parameter directory: where they are kept; nowhere if nothing is said.
  package init(directory: String?) {
    self.directory = directory
  }

  /// The history of a kind of line.
  package func history(of kind: String) -> LineHistory {
    if let known = histories[kind] { return known }
    let history = directory.map { LineHistory(kind: kind, directory: $0) } ?? LineHistory()
    histories[kind] = history
    note { () throws(HistoryError) in try history.load() }
    return history
  }

  /// The history of a prompt's kind; nothing for those that have none.
  package func history(for prompt: Prompt) -> LineHistory? {
    guard !prompt.isSensitive else { return nil }
    return switch prompt.kind {
    case .text, .number, .decimal, .choice, .choices, .date, .path, .file, .custom:
      history(of: prompt.kind.name)
    case .longText, .amount, .confirm, .secret, .review: nil
    }
  }

  /// Adds a line and keeps it.
  package func add(_ line: String, to history: LineHistory) {
    history.add(line)
    note { () throws(HistoryError) in try history.save() }
  }

  private func note(_ work: () throws(HistoryError) -> Void) {
    do {
      try work()
    } catch {
      if failure == nil { failure = error }
    }
  }
}

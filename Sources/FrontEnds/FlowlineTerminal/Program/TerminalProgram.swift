public import Flowline
import FoundationEssentials
import FoundationInternationalization

/// A program that offers flows at a terminal.
///
/// With one flow of your own it is complete:
///
///     var catalog = FlowCatalog()
///     catalog.add(GreetFlow(), summary: "Say hello.")
///     TerminalProgram("greeter", catalog).run()
///
/// Sessions are kept while they run, and `resume` goes on with one that was left or cut off.
/// Without a terminal it reads one line a prompt from standard input and ends at the first answer
/// that is missing or refused, or where something around a flow goes wrong.
public struct TerminalProgram {
  private let name: String
  private let catalog: FlowCatalog
  private let world: String?

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - name: stands before the line, and names the folder of the histories and the kept sessions
  ///     in the XDG state directory.
  ///   - catalog: the flows it offers.
  ///   - world: which world its sessions belong to, see `SessionOptions.world`.
  public init(_ name: String, _ catalog: FlowCatalog, world: String? = nil) {
    self.name = name
    self.catalog = catalog
    self.world = world
  }

  /// How a program was left.
  public enum End: Equatable, Sendable {
    /// The person left it, or the input ended.
    case left
    /// Ctrl-C on an empty line.
    case interrupted
    /// This signal asked it to end.
    case signalled(Int32)
    /// An answer was missing or refused, and nobody could be asked.
    case unanswered
    /// Something around a flow went wrong, and nobody could be asked what to do about it. The session
    /// is kept as it was.
    case held
  }

  /// Takes lines until the program is left. The language follows the environment's locale.
  @discardableResult
  public func run() -> End {
    let facts = TerminalFacts.current()
    let source = Self.source(facts, name)
    let isAttended = source is LineEditor
    let locale = Locale(identifier: LocaleChoice().identifier)
    let histories = PromptHistories(
      directory: isAttended ? FilePath.state(of: name) + "/history" : nil)
    let repl = Repl(
      name, catalog, on: .standard(facts), from: source, histories: histories,
      manner: WalkManner(isAttended: isAttended), shelf: SessionShelf(of: name),
      world: world
    ) { FlowEnvironment(locale: locale, timeZone: .current, now: Date()) }
    switch repl.run() {
    case .left, .gone: return .left
    case .interrupted: return .interrupted
    case .signalled(let signal): return .signalled(signal)
    case .stopped(let report):
      guard case .held(let prompt, let hold) = report.end else { return .unanswered }
      repl.tell(of: hold, at: prompt, report)
      return .held
    }
  }

  private static func source(_ facts: TerminalFacts, _ name: String) -> any LineSource {
    if facts.isInteractive, let editor = try? LineEditor(program: name) { return editor }
    return (try? PlainLineReader()) ?? NoLineSource()
  }
}

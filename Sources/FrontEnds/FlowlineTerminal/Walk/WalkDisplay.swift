import Flowline

/// What a walk shows: the question with its line, messages above it, one notice below it.
///
/// It asks nobody, and knows no session. Confined to the thread that walks.
final class WalkDisplay {
  /// Where messages and results go; what it shows is above the question.
  let surface: Surface
  /// What is drawn and drawn over.
  let screen: WalkScreen
  let mode: WalkMode
  /// The program's words, in the language of the flow.
  var words: Words
  /// What is said below the line until something is typed.
  private(set) var notice: Notice?

  init(on surface: Surface, _ screen: WalkScreen, _ words: Words, _ mode: WalkMode) {
    self.surface = surface
    self.screen = screen
    self.words = words
    self.mode = mode
  }

  /// Whether questions are drawn over, rather than written one below the other.
  var draws: Bool { screen.draws }

  /// A renderer for the width there is now.
  var renderer: PromptRenderer { renderer(surface.columns()) }

  /// A renderer for so many columns, or fewer if a width was set.
  func renderer(_ columns: Int) -> PromptRenderer {
    PromptRenderer(
      look: surface.look, words: words, columns: min(columns, surface.columns()),
      rows: surface.rows())
  }

  /// Shows lines above the question.
  func show(_ lines: [String]) { surface.show(lines) }

  /// Shows something to know above the question.
  func note(_ text: String) { surface.show(renderer.note(text)) }

  /// Says something below the line until something else is typed; if nothing is drawn over, in lines of
  /// its own.
  func say(_ notice: Notice) {
    if draws {
      self.notice = notice
    } else {
      surface.show(notice.lines(renderer))
    }
  }

  /// Something was typed: what was said below the line is gone.
  func forgetNotice() { notice = nil }

  /// Shows a question in the place of the one before, or below it if nothing can be drawn over.
  func show(_ prompt: Prompt, isFirst: Bool) {
    guard mode.showsPrompts else { return }
    screen.put { [unowned self] columns in
      renderer(columns).lines(for: prompt, beside: sides(of: prompt))
    }
    if !draws { append(prompt, isFirst: isFirst) }
  }

  /// Shows a question below what is there.
  func append(_ prompt: Prompt, isFirst: Bool) {
    surface.show((isFirst || surface.look.isPlain ? [] : [""]) + lines(of: prompt))
  }

  /// A question as it is written where nothing is drawn over.
  func lines(of prompt: Prompt) -> [String] {
    renderer.lines(for: prompt, isAttended: mode.isAttended, hasEditor: screen.hasEditor)
  }

  /// Shows a line that nobody typed here, behind its question; not if the question itself is drawn.
  func echo(_ line: String, at prompt: Prompt) {
    guard mode.showsPrompts, !draws else { return }
    surface.message(renderer.input(for: prompt).plainText + line)
  }

  /// What of a question is drawn beside its line.
  private func sides(of prompt: Prompt) -> PromptRenderer.Sides {
    guard draws else { return [] }
    return usesMenu(at: prompt) ? [.keys, .menu] : .keys
  }

  /// Whether the choices of a question are in a menu below the line.
  func usesMenu(at prompt: Prompt) -> Bool {
    draws && !prompt.isSensitive && !prompt.kind.choices.isEmpty
  }

  /// A request for a line of a question: its rows above the line, what is said below it, the keys.
  ///
  /// - Parameters:
  ///   - prompt: the question.
  ///   - input: what is before the line; what is before answers if it is nil.
  ///   - writing: what is known of a text of several lines.
  func request(
    at prompt: Prompt, _ input: PromptText? = nil,
    writing: PromptRenderer.Writing = PromptRenderer.Writing()
  ) -> LineRequest {
    var request = LineRequest(prompt: input ?? renderer.input(for: prompt))
    request.isPlain = surface.look.isPlain
    request.ghostStyle = surface.look.style(.dim)
    guard draws, mode.showsPrompts else { return request }
    request.above = screen.rows
    if let notice {
      request.notice = { [unowned self] in notice.lines(renderer($0)) }
    }
    let sides = sides(of: prompt)
    let canGoBack = prompt.backRefusal == nil
    request.footer = { [unowned self] in
      renderer($0).footer(for: prompt, beside: sides, canGoBack: canGoBack, writing: writing)
    }
    return request
  }
}

/// What is said below a line until something else is typed: one thing at a time.
enum Notice {
  /// Why a line was not taken, and the line.
  case refusal(Refusal, typed: String, input: PromptText?)
  /// That something that was asked for is not done.
  case error(String)
  /// Something to know.
  case note(String)

  func lines(_ renderer: PromptRenderer) -> [String] {
    switch self {
    case .refusal(let refusal, let typed, let input):
      renderer.lines(for: refusal, typed: typed, under: input)
    case .error(let message): renderer.error(message)
    case .note(let message): renderer.note(message)
    }
  }
}

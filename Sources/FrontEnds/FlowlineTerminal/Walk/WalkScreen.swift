import Flowline

/// What a walk has drawn and still draws over: a line of each answer so far, and the question.
///
/// Where nothing can be drawn over it holds nothing. Confined to the walk's thread.
final class WalkScreen {
  /// Rows for a width.
  typealias Rows = (_ columns: Int) -> [String]

  private let feed: LineFeed
  /// What is written to, past this screen.
  private let surface: Surface
  /// The lines of answers, with the answers' numbers.
  private var answers: [(number: Int, rows: Rows)] = []
  /// The question that waits for its answer; nil if it has been answered.
  private var question: Rows?
  /// Whether something was shown above.
  private var hasShown = false
  /// Whether the question takes more rows than the window has.
  private var isTall = false

  init(on surface: Surface, reading feed: LineFeed) {
    self.surface = surface
    self.feed = feed
  }

  /// Whether questions are drawn over.
  var draws: Bool { feed.drawsQuestions && !surface.look.isPlain }

  /// Whether a text can be opened in an editor of the person's choice.
  var hasEditor: Bool { feed.hasEditor }

  /// How wide a row may be: one that reaches the edge would break in a window that is narrower by a column.
  private var width: Int { max(surface.columns() - 1, 1) }

  /// All rows, for a request.
  func rows(_ columns: Int) -> [String] {
    let lines = answers.flatMap { $0.rows(columns) }
    guard let question = question?(columns) else { return lines }
    return lines + (hasShown || !lines.isEmpty ? [""] : []) + question
  }

  /// Puts a question in the place of the one before.
  func put(_ rows: @escaping Rows) {
    question = rows
    guard draws else { return }
    isTall = rows(width).count + PromptRenderer.rowsBeside > surface.rows()
    // Of what goes off the top of the window nothing could be taken away.
    if isTall { commit() }
  }

  /// The question has been answered, or is asked no more; the lines of the answers from `count` on go, too.
  func settle(backTo count: Int) {
    if isTall {
      feed.leave()
      hasShown = true
    }
    isTall = false
    question = nil
    answers.removeAll { $0.number >= count }
  }

  /// A line stays of an answer.
  func stand(_ answer: RecordedAnswer, _ rows: @escaping Rows) {
    answers.append((answer.number, rows))
  }

  /// Draws what there is, with the line that was typed if its question is still asked, and a row below it.
  func draw(_ line: String?, with row: String) {
    guard draws else { return }
    let columns = width
    let typed = question == nil ? [] : line?.wrapped(to: columns) ?? []
    feed.draw(rows(columns) + typed + [row])
  }

  /// Nothing of it is shown any more.
  func forget() {
    question = nil
    answers = []
  }

  /// Takes the question away for something else to be shown, and leaves the answers' lines above that.
  func commit() {
    hasShown = true
    feed.draw([])
    let lines = answers.flatMap { $0.rows(width) }
    answers = []
    surface.show(lines)
  }
}

extension Surface {
  /// The same surface; what it shows is below what is on a screen.
  func below(_ screen: WalkScreen) -> Surface {
    var surface = self
    surface.message = { [message] text in
      screen.commit()
      message(text)
    }
    surface.result = { [result] text throws(OutputFailure) in
      screen.commit()
      try result(text)
    }
    return surface
  }
}

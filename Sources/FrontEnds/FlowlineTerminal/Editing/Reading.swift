/// What a read gathers in libedit's callbacks.
struct Reading {
  let request: LineRequest

  /// The prompt and the line as they are drawn.
  private(set) var prompt: PromptCells
  private(set) var cells: TextCells
  /// Where libedit's cursor was when it asked for a character last.
  var cursor: Int?

  /// Why the read ends, if not with a line.
  var outcome: LineEvent?

  /// What is to be done to the line next.
  var change: LineEditor.Change?

  /// What ``EditorKey/change`` does, which libedit was given.
  ///
  /// While vi asks for a letter it does not call for it; then it is lost.
  var givenChange: LineEditor.Change?

  /// Characters for libedit that come before the next key.
  var queue: ArraySlice<Unicode.Scalar> = []

  /// Whether the next key is to be put into the line as it is.
  var isQuoting = false

  /// The index of the line of the history that is shown, and what was typed before.
  var recalled: Int?
  var unrecalled = ""

  var menu: MenuState?
  var search: HistorySearch?

  /// What Tab found several of, in rows, and the text it was asked for.
  var candidates: (typed: String, rows: [String])?

  /// The question's rows, and the columns they were made for.
  private var question: (columns: Int, rows: [String])?

  init(_ request: LineRequest, columns: Int) {
    self.request = request
    prompt = PromptCells(request.prompt, columns: columns)
    cells = TextCells(after: prompt.flow)
    let initial = OneLine.typed(request.initialText)
    change = initial.isEmpty ? nil : .insertion(initial)
    menu = request.isPlain ? nil : request.menu.map { MenuState($0, typed: initial) }
  }

  /// The rows of the question.
  mutating func above(columns: Int) -> [String] {
    if question?.columns != columns { question = (columns, request.above?(columns) ?? []) }
    return question?.rows ?? []
  }

  /// Lays out what is typed, in so many columns.
  mutating func layOut(_ typed: [Unicode.Scalar], columns: Int) {
    if columns != cells.flow.columns {
      prompt = PromptCells(request.prompt, columns: columns)
      cells = TextCells(after: prompt.flow)
    }
    cells.update(to: typed)
  }
}

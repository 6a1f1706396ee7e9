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

  /// Whether no key has come yet.
  var isUntouched = true

  /// Whether the next key is to be put into the line as it is.
  var isQuoting = false

  /// The index of the line of the history that is shown, and what was typed before.
  var recalled: Int?
  var unrecalled = ""

  /// What the request has to choose from.
  var menu: MenuState?
  /// What can complete what is typed, if that is shown as a menu.
  var completions: MenuState?
  private(set) var completionMenu: CompletionMenu?
  var search: HistorySearch?

  /// What Tab found several of, in rows, and the text it was asked for.
  var candidates: (typed: String, rows: [String])?

  /// The question's rows, and the columns they were made for.
  private var question: (columns: Int, rows: [String])?
  /// The keys that count, and the columns they were made for.
  private var keys: (columns: Int, row: String)?

  init(_ request: LineRequest, columns: Int) {
    self.request = request
    prompt = PromptCells(request.prompt, columns: columns)
    cells = TextCells(after: prompt.flow)
    let initial = OneLine.typed(request.initialText)
    change = initial.isEmpty ? nil : .insertion(initial)
    guard !request.isPlain else { return }
    menu = request.menu.map { MenuState($0, typed: initial) }
    guard let completion = request.completion else { return }
    let offered = CompletionMenu(of: completion, style: request.ghostStyle)
    completionMenu = offered
    completions = MenuState(offered.menu, typed: initial)
  }

  /// The menu that is shown: of completions if there are any, unless a line given before is shown.
  var shownMenu: WritableKeyPath<Reading, MenuState?> {
    // The arrows go on through the lines given before.
    completions?.items.isEmpty == false && recalled == nil ? \.completions : \.menu
  }

  /// Tells both menus what is typed.
  mutating func type(_ text: String) {
    menu?.type(text)
    completions?.type(text)
  }

  /// The rows of the question.
  mutating func above(columns: Int) -> [String] {
    if question?.columns != columns {
      question = (columns, (request.above?(columns) ?? []).map { $0.fitting(columns) })
    }
    return question?.rows ?? []
  }

  /// The row of keys; nil if there is none.
  ///
  /// It is made once like the question: it says whether that is cut.
  mutating func footer(columns: Int) -> String? {
    guard let footer = request.footer else { return nil }
    if keys?.columns != columns { keys = (columns, footer(columns)) }
    return keys?.row
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

/// What a read gathers in libedit's callbacks.
struct Reading {
  let request: LineRequest

  /// Why the read ends, if not with a line.
  var outcome: LineEvent?

  /// What is to be done to the line next.
  var change: LineEditor.Change?

  /// What ``EditorKey/change`` does, which libedit was given.
  ///
  /// In a search of vi it does not call for it; then it is lost.
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

  /// What is drawn beside the line, and whether that may no longer be what belongs there.
  var beside = LineEditor.Beside()
  var isBesideOld = true

  /// Whether anything may have to be drawn beside the line.
  let hasBeside: Bool

  /// How many rows prompt and line took in the end; none if they are gone already.
  var rows = 0

  /// How many rows were drawn above them that go with them.
  var rowsAbove = 0

  /// Whether the rows above the line are still those that stood there when the read began.
  var isErasable = true

  init(_ request: LineRequest) {
    self.request = request
    let initial = OneLine.text(request.initialText)
    change = initial.isEmpty ? nil : .insertion(initial)
    hasBeside = !request.hint.isEmpty || request.ghost != nil || request.menu != nil
    menu = request.isPlain ? nil : request.menu.map { MenuState($0) }
  }

  /// What can be taken off the screen afterwards.
  func lastLine(size: TerminalFacts.Size?) -> LineEditor.LastLine? {
    guard isErasable, !request.isPlain, let size else { return nil }
    return LineEditor.LastLine(rows: rows + rowsAbove, size: size)
  }
}

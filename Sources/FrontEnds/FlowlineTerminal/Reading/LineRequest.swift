/// One question to the user.
package struct LineRequest {
  /// What is before the line.
  package var prompt: PromptText

  /// The rows of the question above the prompt, none wider than so many columns; nil for a line that is no
  /// question.
  ///
  /// Where ``LineReader/drawsQuestions`` holds, question and line are drawn as one, again whenever the
  /// window changes, and stay until something else is drawn in their place. A line that is no question
  /// stays where it was typed.
  package var above: ((_ columns: Int) -> [String])?

  /// Rows below the line until something is typed: why the last line was not taken.
  package var notice: ((_ columns: Int) -> [String])?

  /// The keys that count here, in one row below everything; empty if there is no room for any.
  package var footer: ((_ columns: Int) -> String)?

  /// Offered for editing, the cursor behind it.
  ///
  /// Control characters are left out.
  package var initialText = ""

  /// Shown while the line is empty, on terminals that can move their cursor.
  package var hint = ""

  /// The codes of an SGR sequence for what is not typed but shown in the line; without any it is in
  /// brackets, to be told from what is typed.
  package var ghostStyle = "2"

  /// What the up arrow recalls.
  ///
  /// Without one nothing is recalled: secrets, amounts, confirmations.
  package var history: LineHistory?

  /// Answers the Tab key, given the text before the cursor and the whole line.
  package var completion: ((_ before: String, _ line: String) -> CompletionResult)?

  /// Asked after each change for what is dim behind the line, as far as its row has room.
  ///
  /// In an empty line it goes before ``hint``.
  package var ghost: ((_ typed: String) -> LineGhost?)?

  /// Rows below the line to choose from, where ``LineReader/drawsQuestions`` holds.
  package var menu: LineMenu?

  /// Whether the line is one of a text of several: what is pasted keeps its line breaks, and a Tab is a
  /// space.
  ///
  /// Of any other line a paste answers no further question: its breaks are spaces.
  package var takesLines = false

  /// What is before the words that are looked for in the history, such as `search: `.
  package var searchLabel = "search: "

  /// Whether output only ever appends: no hint, ghost or menu, nothing drawn over, lists one to a
  /// line.
  package var isPlain = false

  /// Creates a request with everything else left out.
  package init(prompt: PromptText) {
    self.prompt = prompt
  }
}

/// What the Tab key offers.
package struct CompletionResult: Equatable, Sendable {
  /// The end of the text before the cursor that a candidate takes the place of.
  package var replaced: String

  /// What can be put there.
  package var candidates: [Candidate]

  /// Whether the candidates are shown as a menu while the line is typed, rather than when Tab is pressed.
  package var isMenu = false

  /// The keys that count at such a line, in words, what matters least first; those of the request if nil.
  package var keys: [String]?

  /// Creates a result.
  package init(replacing replaced: String, with candidates: [Candidate]) {
    self.replaced = replaced
    self.candidates = candidates
  }

  /// One thing that can be put at the cursor.
  package struct Candidate: Equatable, Sendable {
    /// What is put into the line, a space at the end included if one is wanted.
    package var text: String

    /// What the list shows.
    package var display: String

    /// What a menu says about it.
    package var detail = ""

    /// Creates a candidate that is listed as `display`, or as its text.
    package init(_ text: String, display: String? = nil, detail: String = "") {
      self.text = text
      self.display = display ?? text
      self.detail = detail
    }
  }
}

extension CompletionResult {
  /// What to put in place of ``replaced``, or `nil` if the candidates agree on nothing more.
  var insertion: String? {
    guard let first = candidates.first?.text else { return nil }
    if candidates.count == 1 { return first == replaced ? nil : first }
    let common = candidates.dropFirst().reduce(Substring(first)) { common, candidate in
      common.prefix(zip(common, candidate.text).prefix { $0 == $1 }.count)
    }
    return common.count > replaced.count ? String(common) : nil
  }
}

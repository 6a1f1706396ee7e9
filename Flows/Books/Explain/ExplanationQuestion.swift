import Books
import BooksClient
import Flowline

/// How a field of an explanation is asked, kept and shown.
struct ExplanationQuestion {
  /// Asks it and takes the answer; false as long as there is none.
  var ask: (inout FormPage, inout ExplanationAnswers) -> Bool
  /// Takes what was answered before, if it is not asked now.
  var keep: (ExplanationContents, inout ExplanationContents) -> Void = { _, _ in }
  /// What the review shows: no row if there is no answer, or the usual one.
  var rows: (ExplanationContents) -> [Row] = { _ in [] }
}

extension ExplanationQuestion {
  /// One whose answer is a value of the contents.
  ///
  /// - Parameters:
  ///   - place: where the answer is.
  ///   - screen: what asks.
  ///   - value: what an answer means.
  ///   - stays: whether what was answered before still fits, if it is not asked now.
  ///   - row: shows the answer.
  init<Value, Asked: Screen>(
    _ place: WritableKeyPath<ExplanationContents, Value?>, _ screen: Asked,
    as value: @escaping (Asked.Output) -> Value?,
    if stays: @escaping (Value) -> Bool = { _ in true },
    row: @escaping (Value) -> Row?
  ) {
    ask = { page, answers in
      let answer = page.ask(screen)
      answers.contents[keyPath: place] = answer.flatMap(value)
      return answer != nil
    }
    keep = { before, made in
      if let value = before[keyPath: place], stays(value) { made[keyPath: place] = value }
    }
    rows = { contents in [contents[keyPath: place].flatMap(row)].compactMap(\.self) }
  }

  /// One whose answer is that value.
  init<Asked: Screen>(
    _ place: WritableKeyPath<ExplanationContents, Asked.Output?>, _ screen: Asked,
    if stays: @escaping (Asked.Output) -> Bool = { _ in true },
    row: @escaping (Asked.Output) -> Row?
  ) {
    self.init(place, screen, as: { $0 }, if: stays, row: row)
  }

  /// One that may be left without an answer.
  init<Value>(
    _ place: WritableKeyPath<ExplanationContents, Value?>, optional screen: some Screen<Value>,
    if stays: @escaping (Value) -> Bool = { _ in true }, row: @escaping (Value) -> Row?
  ) {
    self.init(place, screen.optional(), as: { $0 }, if: stays, row: row)
  }

  /// One of several things, by its name.
  init<Target>(
    _ place: WritableKeyPath<ExplanationContents, BookID<Target>?>, _ id: StepID,
    of things: [BookThing<Target>], before: ExplanationContents?
  ) {
    self.init(place, things.choice(id, before?[keyPath: place])) {
      Row(Text(stringLiteral: id.rawValue), things.name(of: $0))
    }
  }
}

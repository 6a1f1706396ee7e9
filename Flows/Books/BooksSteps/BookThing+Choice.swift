import BooksClient
import Flowline

extension Array {
  /// One of several things, by their names.
  ///
  /// - Parameters:
  ///   - id: the step.
  ///   - before: what was chosen before.
  ///   - word: what keys begin with: a number alone would be taken for that of a row; nil for the step's id.
  func choice<Target>(
    _ id: StepID, _ before: BookID<Target>?, word: String? = nil
  ) -> ChoiceScreen<BookID<Target>> where Element == BookThing<Target> {
    let word = word ?? id.rawValue
    return ChoiceScreen(
      id,
      options: map { Option("\(word)-\($0.id.text)", $0.id, label: Text(verbatim: $0.name)) },
      default: before.map { "\(word)-\($0.text)" }
    ).texts(in: sharedTexts)
  }

  /// What people call one of several things; its id if it is none of them.
  func name<Target>(of id: BookID<Target>) -> String where Element == BookThing<Target> {
    first { $0.id == id }?.name ?? id.text
  }
}

extension FormPart {
  /// Makes a part that is one of several things, shown by its name in the row that is called as the step.
  ///
  /// - Parameters:
  ///   - place: where it is.
  ///   - id: the step.
  ///   - things: what can be chosen.
  ///   - before: what was answered before.
  init<Target>(
    _ place: any WritableKeyPath<Whole, BookID<Target>?> & Sendable, _ id: StepID,
    of things: [BookThing<Target>], before: Whole?
  ) {
    self.init(place, things.choice(id, before?[keyPath: place])) {
      Row(Text(stringLiteral: id.rawValue), things.name(of: $0))
    }
  }
}

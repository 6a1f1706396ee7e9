/// What came of editing a text in the editor of the user's choice.
package enum LongTextEvent: Equatable, Sendable {
  /// The text as it was saved, without the line break at its end.
  case edited(String)

  /// Nothing came of it; what was there before holds.
  case failed(LongTextFailure)

  /// There is no editor: neither `VISUAL` nor `EDITOR` names one, or there is no terminal to give
  /// it.
  case unavailable
}

/// Why editing a text came to nothing.
package enum LongTextFailure: Error, Equatable, Sendable {
  /// The editor could not be started; a value of `errno`.
  case notStarted(code: Int32)

  /// The editor ended with this exit code: usually the user's way of giving up.
  case exit(code: Int32)

  /// The editor died of this signal.
  case signal(Int32)

  /// The file between the two could not be written or read; a value of `errno`.
  case file(code: Int32)

  /// What was saved is not UTF-8.
  case notUTF8

  /// What was saved is longer than this many bytes.
  case tooLong(limit: Int)
}

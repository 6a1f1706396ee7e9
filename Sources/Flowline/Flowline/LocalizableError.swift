/// An error that says what went wrong in the language of the person it is shown to.
///
/// Without it, a person is shown the error's description.
public protocol LocalizableError: Error {
  /// What went wrong, as one or more sentences. It may quote what another program said.
  var text: Text { get }
}

package import Flowline

/// What the flow of a session that ended earlier says of its end, so that it is told again in the words
/// of the first time.
package struct EndRecap {
  /// What the result means to a person; nil if there is none, or the flow does not say.
  package let resultText: String?
  /// What the session failed with; nil if it did not fail, or the flow fails otherwise by now.
  package let failure: FlowFailure?
  /// The page that the session ended behind; nil if it ended behind a question, or the flow does not come
  /// to the page any more.
  package let lastPage: Prompt?
  /// The language that the session spoke last.
  package let language: String

  /// Finds out what a flow says of a session's end.
  ///
  /// A flow that is gone, was changed or is in another world says nothing of it any more.
  ///
  /// - Parameters:
  ///   - record: the session's record; it stays open.
  ///   - catalog: the flows.
  ///   - world: the world that they are in; nil if there is only one.
  ///   - environment: whose language is used if the record names none.
  package init(
    of record: any SessionRecord, by catalog: FlowCatalog, in world: String?,
    or environment: FlowEnvironment
  ) {
    let script = (try? record.contents()).flatMap { try? Script(parsing: $0) }
    self.init(of: script, by: catalog, in: world, or: environment)
  }

  /// Finds out what a flow says of a session's end.
  ///
  /// - Parameters:
  ///   - script: what is kept of the session; nil if it cannot be read.
  ///   - catalog: the flows.
  ///   - world: the world that they are in; nil if there is only one.
  ///   - environment: whose language is used if the script names none.
  package init(
    of script: Script?, by catalog: FlowCatalog, in world: String?, or environment: FlowEnvironment
  ) {
    let recap = script.flatMap { try? catalog.recap(of: $0, in: world) }
    resultText = recap?.resultText.map { OneLine.text($0.text) }
    failure = recap?.failure
    let answers = script?.journal(or: environment).answers.count
    let last = recap?.questions.last { $0.answer.number + 1 == answers }
    lastPage = last.flatMap { $0.prompt.kind == .review ? $0.prompt : nil }
    language = script?.lastLanguage(or: environment) ?? environment.language
  }
}

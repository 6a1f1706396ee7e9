package import Flowline

/// What the flow of a session that ended earlier says of its end, so that it is told again in the words
/// of the first time.
package struct EndRecap {
  /// What the result means to a person; nil if there is none, or the flow does not say.
  package let resultText: String?
  /// What the session failed with; nil if it did not fail, or the flow fails otherwise by now.
  package let failure: FlowFailure?
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
    let recap = script.flatMap { try? catalog.recap(of: $0, in: world) }
    resultText = recap?.resultText.map { OneLine.text($0.text) }
    failure = recap?.failure
    language = script?.lastLanguage(or: environment) ?? environment.language
  }
}

import Flowline
import Testing

/// Expects a journal to rebuild to the same bytes and the same questions, and to replay as a script in both ways.
func expectFixpoint<Root: Flow>(
  _ controller: FlowController, _ flow: Root, sourceLocation: SourceLocation = #_sourceLocation
) throws where Root.Output == String {
  let text = controller.journal.text
  let journal = try Script(parsing: text).journal(or: .test)
  if !journal.isEnded {
    let next = FlowController()
    next.start(flow, SessionOptions(journal: journal))
    #expect(next.journal.text == text, sourceLocation: sourceLocation)
    #expect(
      next.prompts.map(\.path) == controller.prompts.map(\.path), sourceLocation: sourceLocation)
    #expect(next.divergence == nil, sourceLocation: sourceLocation)
  }
  for mode in [ScriptReplay.Mode.recorded, .live] {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "")
    let report = try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(mode)
    #expect(report.mismatch == nil, "\(mode)", sourceLocation: sourceLocation)
  }
}

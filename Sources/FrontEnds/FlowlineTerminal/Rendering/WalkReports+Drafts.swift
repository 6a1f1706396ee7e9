import Flowline

extension WalkReports {
  /// What is kept of answers that were taken back, and the line that was not taken last.
  ///
  /// - Parameters:
  ///   - drafts: the answers that were taken back.
  ///   - asked: the questions that they answered.
  ///   - left: what was being typed when somebody went back.
  ///   - typed: the line that was not taken last; nil if every line was taken, and for secrets.
  /// - Returns: the lines, from top to bottom.
  func drafts(
    _ drafts: [RecordedAnswer], asked: AskedQuestions, left: [StepPath: String] = [:],
    typed: String?
  ) -> [String] {
    var lines: [String] = []
    if !drafts.isEmpty {
      lines += wrapped(words("draft.kept"))
      lines += pairs(
        drafts.map { (name(of: $0, asked[$0]), value(of: $0, asked[$0])) })
    }
    for (path, line) in left.sorted(by: { $0.key.description < $1.key.description }) {
      let name = asked[path].map(renderer.label) ?? path.description
      let typed = TextArgument.string(OneLine.excerpt(line, limit: 60))
      lines += wrapped(words("draft.left", .string(name), typed))
    }
    if let typed, !typed.isEmpty {
      lines += wrapped(words("draft.typed", .string(OneLine.excerpt(typed, limit: 60))))
    }
    return lines.isEmpty ? wrapped(words("draft.none")) : lines
  }
}

public import Testing

/// What every front end must keep, for the tests of a new one.
///
///     @Test(arguments: Walk.standard)
///     func `makes the journal of the controller itself`(walk: Walk) async {
///       await FrontEndConformance.expectSameJournal(of: walk, through: [.mine])
///     }
public enum FrontEndConformance {
  /// Expects the same journal, byte for byte, through any front end: rule 23.
  ///
  /// Each front end is compared with the controller driven directly; if one differs, the issue
  /// names the first line that does.
  ///
  /// - Parameters:
  ///   - walk: what is done.
  ///   - frontEnds: the front ends that do it.
  ///   - sourceLocation: the line that issues are recorded at.
  public static func expectSameJournal(
    of walk: Walk, through frontEnds: [FrontEnd],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for fault in walk.faults { Issue.record("\(fault)", sourceLocation: sourceLocation) }
    guard let expected = await script(of: walk, through: .direct, sourceLocation) else { return }
    for frontEnd in frontEnds {
      guard let got = await script(of: walk, through: frontEnd, sourceLocation) else { continue }
      guard let difference = ScriptDifference(expected, got) else { continue }
      Issue.record(
        "through “\(frontEnd.name)” the journal of \(walk.flow) differs\n\(difference)",
        sourceLocation: sourceLocation)
    }
  }

  private static func script(
    of walk: Walk, through frontEnd: FrontEnd, _ sourceLocation: SourceLocation
  ) async -> String? {
    do {
      return try await frontEnd.script(of: walk)
    } catch {
      Issue.record(
        "through “\(frontEnd.name)” \(walk.flow) could not be walked: \(error)",
        sourceLocation: sourceLocation)
      return nil
    }
  }
}

/// The first line in which two scripts differ.
struct ScriptDifference: CustomStringConvertible {
  let line: Int
  let expected: String
  let got: String

  /// Nil if both are the same.
  init?(_ expected: String, _ got: String) {
    guard expected != got else { return nil }
    let lines = [expected, got].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let common = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
    line = common + 1
    (self.expected, self.got) = (Self.line(common, of: lines[0]), Self.line(common, of: lines[1]))
  }

  private static func line(_ index: Int, of lines: [Substring]) -> String {
    index < lines.count ? String(lines[index]) : "nothing more"
  }

  var description: String {
    "line \(line):\n  expected \(expected)\n  got      \(got)"
  }
}

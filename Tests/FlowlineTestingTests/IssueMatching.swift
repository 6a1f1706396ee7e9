import TestSupport
import Testing

/// Expects exactly one issue, whose text has all these parts and stands at a line of this file.
func expectIssue(
  saying parts: String..., in body: () throws -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let issues = Issues()
  try withKnownIssue(sourceLocation: sourceLocation) {
    try body()
  } matching: { issue in
    issues.add(issue)
    return true
  }
  #expect(issues.all.count == 1, sourceLocation: sourceLocation)
  let issue = try #require(issues.all.first, sourceLocation: sourceLocation)
  for part in parts {
    #expect(issue.text.contains(part), sourceLocation: sourceLocation)
  }
  #expect(
    issue.sourceLocation?.fileID == sourceLocation.fileID, sourceLocation: sourceLocation)
}

/// The issues that a piece of a test recorded.
func issues(in body: () -> Void) -> [Issue] {
  let issues = Issues()
  withKnownIssue {
    body()
  } matching: { issue in
    issues.add(issue)
    return true
  }
  return issues.all
}

extension Issue {
  /// The comments in one text.
  var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}

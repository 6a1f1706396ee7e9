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
  try expectOne(issues.all, saying: parts, sourceLocation)
}

/// Expects exactly one issue of what waits, whose text has all these parts and stands at a line of this file.
func expectIssue(
  saying parts: String..., in body: @Sendable () async throws -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let issues = Issues()
  try await withKnownIssue(sourceLocation: sourceLocation) {
    try await body()
  } matching: { issue in
    issues.add(issue)
    return true
  }
  try expectOne(issues.all, saying: parts, sourceLocation)
}

private func expectOne(
  _ issues: [Issue], saying parts: [String], _ sourceLocation: SourceLocation
) throws {
  #expect(issues.count == 1, sourceLocation: sourceLocation)
  let issue = try #require(issues.first, sourceLocation: sourceLocation)
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

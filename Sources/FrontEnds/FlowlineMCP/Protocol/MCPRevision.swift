import Flowline

/// The revisions of the protocol that are spoken.
enum MCPRevision {
  /// Requests stand alone: each says which revision it is of and what its client can do.
  static let modern = ["2026-07-28"]
  /// A connection is made first, and the server asks its client.
  static let legacy = ["2025-11-25", "2025-06-18"]

  /// The revision that a connection has which asked for another.
  static func agreed(on wanted: String?) -> String {
    wanted.flatMap { legacy.contains($0) ? $0 : nil } ?? legacy[0]
  }

  /// That a revision is not spoken, and which are.
  static func unsupported(_ wanted: String) -> RPCError {
    RPCError(
      .unsupportedVersion,
      "the revision “\(DataText.line(wanted, longest: 40))” is not spoken here",
      data: [
        "supported": .array((modern + legacy).map { .string($0) }),
        "requested": .string(DataText.line(wanted, longest: 40)),
      ])
  }
}

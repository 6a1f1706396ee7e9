/// What a server says beside the answer to a call: a warning, a notice.
struct ServerNotice: Sendable, Hashable {
  /// The SQLSTATE; nil of libpq's own notices.
  let state: String?
  /// The file of the server's source code that says it, and the function in it.
  let file: String?
  let routine: String?
  /// The words, in the server's language.
  let message: String

  /// Whether a commit was made that its standby does not have, and that may be lost with the server.
  ///
  /// PostgreSQL says so if the wait for the standby was cancelled (`SyncRepWaitForLSN` in `syncrep.c`), as a
  /// warning of no SQLSTATE of its own, and in the language of `lc_messages`. An operator's intervention,
  /// class 57, also ends such a wait.
  var tellsOfUnsafeCommit: Bool {
    routine == "SyncRepWaitForLSN" || file.map { $0.hasSuffix("syncrep.c") } ?? false
      || state.map { $0.hasPrefix("57") } ?? false
  }
}

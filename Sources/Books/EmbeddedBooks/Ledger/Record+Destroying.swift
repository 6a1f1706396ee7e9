import FreeAgentAPI

extension FreeAgent.Record {
  /// Whether a line is to be deleted: `_destroy` is 1, as most pages have it, or `true`.
  var isToBeDestroyed: Bool {
    members["_destroy"].flatMap { Bool(member: $0) } ?? false
  }
}

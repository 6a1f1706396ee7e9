import Flowline

/// Does something on threads that may wait for disks and databases: run a server in it.
///
///     try await onServingThreads { try await application.runService() }
///
/// What the calls of a host read and keep is done in place there, as far as nothing else is under way, and
/// without it by other threads, which have to be woken first. It holds for the task and its child tasks. As many
/// threads run at once as there are processors, besides those that wait.
///
/// - Parameter body: what is done.
/// - Returns: what it returns.
/// - Throws: what it throws.
public func onServingThreads<Result, Failure: Error>(
  _ body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await withTaskExecutorPreference(MediumThreads.shared, operation: body)
}

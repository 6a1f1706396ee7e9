import Dispatch

/// Threads that may wait for a medium, so that those of tasks need not.
package struct MediumThreads: Sendable {
  private let queue: DispatchQueue

  /// Makes some.
  ///
  /// - Parameter name: what a debugger calls them.
  package init(_ name: String) { queue = DispatchQueue(label: name, attributes: .concurrent) }

  /// Does something on one of them.
  package func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }
}

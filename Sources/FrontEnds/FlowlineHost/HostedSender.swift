/// Who sends an input: what an audit says of it, and no journal does.
public enum HostedSender: Sendable, Hashable {
  /// A person, on a page.
  case person
  /// A program, by an API.
  case program
  /// An agent by this name, which it gave itself, with the number of the round that it answers.
  ///
  /// A round is answered once.
  case agent(String, round: String?)

  /// Who sends the inputs of this task: a front end says it for each request.
  @TaskLocal public static var current = HostedSender.program

  /// Says who sends the inputs that are made meanwhile.
  ///
  /// - Parameters:
  ///   - sender: who.
  ///   - work: makes them.
  /// - Returns: what the work returns.
  /// - Throws: what the work throws.
  public static func sending<Value, Failure: Error>(
    as sender: HostedSender, _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    // The library's own way around a task's value does not throw by type.
    let result: Result<Value, Failure> = await $current.withValue(sender) {
      do throws(Failure) {
        return .success(try await work())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

import TestSupport

/// The program that opens stores as another process does.
enum StoreProbe {
  static let path = BuiltProgram("StoreProbe").path

  /// Runs the program to its end.
  static func run(_ arguments: String...) async throws -> BuiltProgram.Result {
    try await BuiltProgram("StoreProbe", arguments).run()
  }
}

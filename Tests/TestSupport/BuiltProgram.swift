package import Foundation

/// A program that was built beside these tests, run as its users run it.
package struct BuiltProgram: Sendable {
  /// What a run left behind.
  package struct Result: Sendable {
    /// The exit code, or the signal that it ended by.
    package let status: Int32
    /// What it wrote to standard output.
    package let output: String
    /// What it wrote to standard error.
    package let errors: String

    /// The lines of output.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Where it is.
  package let path: String
  /// What it is called with.
  package var arguments: [String]
  /// Where it runs; nil where the tests do.
  package var folder: URL?
  /// What its environment has besides the tests' own.
  package var environment: [String: String] = [:]

  /// A product of the package.
  package init(_ name: String, _ arguments: String...) {
    self.init(name, arguments)
  }

  /// A product of the package.
  package init(_ name: String, _ arguments: [String]) {
    self.init(at: Self.products.appending(path: name).path, arguments)
  }

  /// A program of the search path, or at a path.
  package init(at path: String, _ arguments: [String]) {
    (self.path, self.arguments) =
      path.contains("/") ? (path, arguments) : ("/usr/bin/env", [path] + arguments)
  }

  /// The folder of what was built.
  package static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Starts it.
  ///
  /// - Parameter input: what it reads; an empty one ends at once.
  /// - Returns: the program, running.
  /// - Throws: what the system says if it cannot be started.
  package func start(_ input: Data = Data()) throws -> RunningProgram {
    try RunningProgram(self, input)
  }

  /// Runs it to its end, while other tests go on.
  @discardableResult
  package func run(_ input: Data = Data()) async throws -> Result {
    try await start(input).end()
  }

  /// Runs it on lines of text.
  @discardableResult
  package func run(_ lines: String...) async throws -> Result {
    try await run(Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}

import ArgumentParser
import Flowline
import FlowlineProgram
import FlowlineTerminal

/// Something of the books’ flows that is on or off, as it is switched on a command line.
package struct BooksSwitch: ExpressibleByArgument, Sendable, Hashable {
  /// What can be switched.
  package enum Name: String, Sendable, CaseIterable {
    /// Whether transactions are explained by their categories first.
    case explainCategoryFirst = "explain-category-first"

    /// What happens while it is on.
    var meaning: Text {
      switch self {
      case .explainCategoryFirst: texts("switch.explain-category-first")
      }
    }
  }

  /// What is switched.
  package let name: Name
  /// Whether it is on.
  package let isOn: Bool

  /// Reads `name=on` or `name=off`.
  package init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = Name(rawValue: String(parts[0])),
      ["on", "off"].contains(parts[1])
    else { return nil }
    self.name = name
    isOn = parts[1] == "on"
  }

  /// The variable of the environment that switches as well, with commas between.
  package static let variable = "FLOWLINE_SWITCHES"

  /// Reads a list of them.
  ///
  /// - Throws: a `ValidationError` if one of them is none.
  static func list(_ text: String) throws -> [BooksSwitch] {
    try text.split(separator: ",").map { part in
      guard let found = BooksSwitch(argument: part.trimmingSpaces) else {
        throw ValidationError(
          texts(
            "usage.switches", .string(variable), .string(String(part)),
            .string(allValueStrings.joined(separator: ", "))))
      }
      return found
    }
  }

  /// What can be given.
  package static var allValueStrings: [String] {
    Name.allCases.flatMap { ["\($0.rawValue)=on", "\($0.rawValue)=off"] }
  }
}

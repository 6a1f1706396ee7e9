import ArgumentParser

/// Something of the books’ flows that is on or off, as it is switched on a command line.
package struct BooksSwitch: ExpressibleByArgument, Sendable, Hashable {
  /// What can be switched.
  package enum Name: String, Sendable, CaseIterable {
    /// Whether transactions are explained by their categories first.
    case explainCategoryFirst = "explain-category-first"
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

  /// What can be given.
  package static var allValueStrings: [String] {
    Name.allCases.flatMap { ["\($0.rawValue)=on", "\($0.rawValue)=off"] }
  }
}

/// The stable name of a step: a screen, a flow, a load or a commit.
///
/// Ids are in journals and scripts, so they are chosen by hand and outlive the Swift types that
/// have them. Lower-case words joined by hyphens read best: `pick-account`.
public struct StepID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as journals have it.
  public let rawValue: String

  /// Makes an id of any text; text with spaces is written quoted in a script.
  ///
  /// A step with an empty id is not run, see ``FlowMisuse/emptyID``. One with `/`, `=` or a control character
  /// cannot be named on a command line, and has a ``Diagnostic``.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes an id of any text.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes an id from a literal, as in `let id: FlowID = "round-up"`.
  public init(stringLiteral value: String) {
    self.rawValue = value
  }
}

/// The stable name of a flow.
///
/// A flow is a step of the flow that runs it, hence the same type.
public typealias FlowID = StepID

extension StepID: CustomStringConvertible {
  /// The name itself.
  public var description: String { rawValue }
}

extension StepID {
  /// Makes sure that there is a name by which a journal finds the step.
  func requireName() throws(FlowMisuse) {
    if rawValue.isEmpty { throw .emptyID }
  }

  /// A sign that the name has and that means something else on a command line: a path's `/`, the `=` before
  /// an answer, a control character; nil for most names.
  var misleadingSign: Unicode.Scalar? {
    // Every step is looked at: by its bytes, which are nearly always letters and hyphens.
    let byte = rawValue.utf8.first {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "=") || $0 < 0x20 || $0 == 0x7F
    }
    return byte.map { Unicode.Scalar($0) }
  }
}

extension StepID: Codable {
  /// Reads the name alone.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the name alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

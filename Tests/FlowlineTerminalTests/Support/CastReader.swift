import Flowline

/// Reads asciicast v3 by its published description, strictly:
/// <https://docs.asciinema.org/manual/asciicast/v3/>.
struct CastReader {
  struct Event: Equatable {
    /// Since the event before.
    let milliseconds: Int
    let code: String
    let data: String
  }

  struct Fault: Error, Equatable {
    let line: Int
    let reason: String
  }

  private(set) var columns = 0
  private(set) var rows = 0
  private(set) var title: String?
  private(set) var events: [Event] = []

  /// All that was written to the terminal.
  var output: String { events.filter { $0.code == "o" }.map(\.data).joined() }
  var markers: [String] { events.filter { $0.code == "m" }.map(\.data) }

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Fault(line: 0, reason: "no line break at the end") }
    let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      func fault(_ reason: String) -> Fault { Fault(line: index + 1, reason: reason) }
      // A comment may stand anywhere but in the first line.
      if index > 0, line.hasPrefix("#") { continue }
      guard let value = try? JSONValue(parsing: String(line)) else { throw fault("no JSON") }
      if index == 0 { try readHead(value, fault) } else { try readEvent(value, fault) }
    }
  }

  private mutating func readHead(_ head: JSONValue, _ fault: (String) -> Fault) throws {
    guard head["version"] == 3 else { throw fault("the version is not 3") }
    guard case .integer(let columns)? = head["term"]?["cols"], columns > 0,
      case .integer(let rows)? = head["term"]?["rows"], rows > 0
    else { throw fault("no size") }
    (self.columns, self.rows) = (Int(columns), Int(rows))
    if let title = head["title"] {
      guard case .string(let text) = title else { throw fault("the title is no text") }
      self.title = text
    }
  }

  private mutating func readEvent(_ event: JSONValue, _ fault: (String) -> Fault) throws {
    guard case .array(let parts) = event, parts.count == 3, case .string(let code) = parts[1],
      case .string(let data) = parts[2]
    else { throw fault("no event of three parts") }
    let seconds: Double
    switch parts[0] {
    case .integer(let number): seconds = Double(number)
    case .number(let number): seconds = number.double ?? -1
    default: throw fault("no interval")
    }
    guard seconds >= 0 else { throw fault("time goes back") }
    guard ["o", "i", "m", "r", "x"].contains(code) else { throw fault("an unknown code") }
    if code == "r" {
      let size = data.split(separator: "x").compactMap { Int($0) }
      guard size.count == 2, size.allSatisfy({ $0 > 0 }) else { throw fault("no size") }
    }
    events.append(Event(milliseconds: Int((seconds * 1000).rounded()), code: code, data: data))
  }
}

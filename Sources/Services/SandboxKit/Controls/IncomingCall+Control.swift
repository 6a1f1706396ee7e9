import FoundationEssentials
import ServiceBasics

extension IncomingCall {
  /// The body decoded as a type; each member of it must be one that the type knows.
  ///
  /// - Parameter type: what the body must be.
  /// - Returns: the value.
  /// - Throws: a ``ControlProblem`` that says in plain words what is wrong with the body.
  public func control<Value: Codable>(_ type: Value.Type) throws(ControlProblem) -> Value {
    guard !body.isEmpty else { throw ControlProblem("the body cannot be read: it is empty") }
    guard body.jsonNesting <= Self.deepest else {
      throw ControlProblem("the body cannot be read: it is nested too deep")
    }
    let sent = try? JSONDecoder().decode(JSON.self, from: body)
    do {
      let value = try JSONDecoder().decode(type, from: body)
      // What a value does not write, it has not read.
      let taken = try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(value))
      guard let name = sent?.member(without: taken) else { return value }
      throw ControlProblem("the body cannot be read: there is no member \"\(name)\"")
    } catch let problem as ControlProblem {
      throw problem
    } catch {
      throw ControlProblem("the body cannot be read: \(Self.words(for: error, in: sent))")
    }
  }

  /// Deeper than what any control takes.
  private static let deepest = 16

  /// What is wrong with a body, by the path of the member that is at fault.
  private static func words(for error: any Error, in sent: JSON?) -> String {
    guard let sent else { return "it is not JSON" }
    func name(_ path: [any CodingKey]) -> String {
      path.map(\.stringValue).joined(separator: ".")
    }
    let unfit = "it has a value that does not fit, such as a number with decimals"
    let path: [any CodingKey]
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return "\"\(name(context.codingPath + [key]))\" is missing"
    // Of a number that is no integer the decoder does not say where it is.
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty: return unfit
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      path = context.codingPath
    default: return unfit
    }
    let value = path.reduce(sent as JSON?) { $0?[$1.stringValue] }
    guard !path.isEmpty else { return "it is \(value?.kind ?? "something else")" }
    return "\"\(name(path))\" cannot be \(value?.kind ?? "what it is")"
  }
}

extension JSON {
  /// The path of the first member that another value does not have, or has not in the same place; nil if
  /// it has all of them.
  fileprivate func member(without other: JSON?) -> String? {
    for (name, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
      guard let kept = other?[name] else { return name }
      if let inside = value.member(without: kept) { return "\(name).\(inside)" }
    }
    return nil
  }

  /// The value, or what it is if it has parts.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .string(let string): "\"\(string)\""
    case .array: "a list"
    case .object: "an object"
    }
  }
}

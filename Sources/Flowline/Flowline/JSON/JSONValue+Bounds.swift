extension JSONValue {
  /// The value as a journal can hold it, inside of its own members: what is nested deeper is null, for it could
  /// not be read again.
  ///
  /// Nearly every value is returned as it is.
  func bounded() -> JSONValue {
    isNested(deeperThan: ValueEncoder.deepest) ? cut(to: ValueEncoder.deepest) : self
  }

  private func isNested(deeperThan levels: Int) -> Bool {
    switch self {
    case .array(let elements):
      levels == 0 || elements.contains { $0.isNested(deeperThan: levels - 1) }
    case .object(let members):
      levels == 0 || members.values.contains { $0.isNested(deeperThan: levels - 1) }
    default: false
    }
  }

  private func cut(to levels: Int) -> JSONValue {
    switch self {
    case .array(let elements):
      levels == 0 ? .null : .array(elements.map { $0.cut(to: levels - 1) })
    case .object(let members):
      levels == 0 ? .null : .object(members.mapValues { $0.cut(to: levels - 1) })
    default: self
    }
  }
}

extension JSONValue {
  /// How many bytes a journal has of a refused answer, or of a refused page, at the most: more than any
  /// person types.
  static let longestRefused = 64 << 10
  /// How many bytes a journal has of all of them together, at the most.
  static let mostRefused = 256 << 10

  /// A refused answer as a journal has it: the mark in place of what is longer than ``longestRefused``, or
  /// than the room that is left.
  ///
  /// No screen limits what it refuses, nor how often, and a store is not to be filled by answers that count
  /// for nothing.
  ///
  /// - Parameter room: how many bytes the journal still takes, see ``mostRefused``.
  func recordedAsRefused(within room: Int) -> JSONValue {
    var room = min(room, Self.longestRefused)
    return take(from: &room) ? bounded() : .redactionMark
  }

  /// About how many bytes the value is written in.
  var writtenSize: Int {
    var room = Int.max
    _ = take(from: &room)
    return Int.max - room
  }

  /// Takes about as many bytes as the value is written in; returns whether there were so many.
  private func take(from room: inout Int) -> Bool {
    switch self {
    case .null, .bool, .integer: room -= 8
    case .number(let number): room -= number.description.utf8.count
    case .string(let text): room -= text.utf8.count + 3
    case .array(let elements):
      room -= 2
      return room >= 0 && elements.allSatisfy { $0.take(from: &room) }
    case .object(let members):
      room -= 2
      return room >= 0
        && members.allSatisfy { name, value in
          room -= name.utf8.count + 4
          return value.take(from: &room)
        }
    }
    return room >= 0
  }
}

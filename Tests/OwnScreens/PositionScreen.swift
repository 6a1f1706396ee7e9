package import Flowline

/// A place on the earth, in whole thousandths of a degree.
package struct Position: Codable, Hashable, Sendable {
  package let latitude: Int
  package let longitude: Int
}

/// Asks for a place on the earth: an answer of two numbers that is recorded as an object.
package struct PositionScreen: Screen {
  package typealias Output = Position

  package var question: Question

  package init(_ id: StepID, _ question: Text? = nil) {
    self.question = Question(id, question)
  }

  package func kind(in environment: FlowEnvironment) -> PromptKind {
    .custom(
      CustomKind(
        "position", accepts: ownTexts("position.accepts"), length: 3...30,
        schema: [
          "type": "object", "required": ["latitude", "longitude"], "additionalProperties": false,
          "properties": [
            "latitude": ["type": "integer", "minimum": -90_000, "maximum": 90_000],
            "longitude": ["type": "integer", "minimum": -180_000, "maximum": 180_000],
          ],
        ], in: environment))
  }

  package func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Position>, Refusal> {
    let numbers: [Int]
    switch answer {
    case .text(let text), .json(.string(let text)):
      let parts = text.split { $0 == "," || $0 == " " }
      numbers = parts.compactMap { Int($0) }
      if parts.isEmpty { return .failure(.empty) }
      guard numbers.count == 2, parts.count == 2 else { return .failure(Self.wrong) }
    case .json(let json):
      guard case .integer(let latitude)? = json["latitude"],
        case .integer(let longitude)? = json["longitude"]
      else { return .failure(.wrongShape(ownTexts("position.instead"))) }
      numbers = [Int(clamping: latitude), Int(clamping: longitude)]
    }
    guard -90_000...90_000 ~= numbers[0], -180_000...180_000 ~= numbers[1] else {
      return .failure(Self.wrong)
    }
    let position = Position(latitude: numbers[0], longitude: numbers[1])
    return .success(Accepted(position, recorded: Self.recorded(position)))
  }

  package func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    guard case .success(let accepted) = read(.json(recorded), in: environment) else { return nil }
    return "\(accepted.value.latitude), \(accepted.value.longitude)"
  }

  private static let wrong = Refusal("not-a-position", ownTexts("position.wrong"))

  private static func recorded(_ position: Position) -> JSONValue {
    [
      "latitude": .integer(Int64(position.latitude)),
      "longitude": .integer(Int64(position.longitude)),
    ]
  }
}

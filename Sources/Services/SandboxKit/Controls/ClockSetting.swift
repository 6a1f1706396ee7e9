import ServiceBasics

/// What a clock is to do, as JSON.
struct ClockSetting: Codable {
  /// Where the clock is to stand; null has it run with the computer's.
  let now: Timestamp?
  let saysNow: Bool
  /// How far it is to move on, after that; back if it is less than zero.
  let advanceSeconds: Double?

  private enum CodingKeys: CodingKey { case now, advanceSeconds }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    saysNow = container.contains(.now)
    now = try container.decodeIfPresent(Timestamp.self, forKey: .now)
    advanceSeconds = try container.decodeIfPresent(Double.self, forKey: .advanceSeconds)
  }
}

/// Where a clock is, as JSON.
struct ClockState: Encodable {
  let now: Timestamp
  let stands: Bool
}

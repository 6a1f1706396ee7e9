/// Something whose time must grow no faster than its size: rule 26.
struct Cost: Sendable {
  /// The word that picks it on the command line.
  let name: String
  /// What is done, as it is printed.
  let what: String
  /// The largest size that is tried.
  var largest = 16_384
  /// Sets the thing up at a size and returns what is to be timed; it is called once.
  let prepare: @Sendable (Int) -> () -> Void
}

extension Cost {
  static let all: [Cost] = [
    .walking, .keeping, .givenBeforehand, .menu, .typo,
    .back, .backAcrossFlows, .changeable, .leaks,
    .rebuildingAnswers, .rebuildingMenu, .rebuildingLoads, .rebuildingLoadFlows,
    .rebuildingChildren, .recordedEffects,
  ]
}

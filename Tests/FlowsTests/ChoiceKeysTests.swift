import BankSteps
import Testing

struct ChoiceKeysTests {
  @Test(arguments: [
    (["Trip"], ["trip"]),
    (["New bike!", "  New   BIKE "], ["new-bike", "new-bike-2"]),
    (["Отпуск у моря", "Ёлка"], ["отпуск-у-моря", "ёлка"]),
    (["New", "new", "NEW 2"], ["new-2", "new-3", "new-2-2"]),
    (["🚲", "—", "Goal"], ["goal", "goal-2", "goal-3"]),
    (["Café 2026", "Cafe 2026"], ["café-2026", "cafe-2026"]),
    ([], []),
  ])
  func `are made of names and differ`(names: [String], keys: [String]) {
    #expect(ChoiceKeys.make(for: names, reserving: ["new"]) == keys)
  }
}

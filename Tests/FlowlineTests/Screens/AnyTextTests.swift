import Days
import Flowline
import FoundationEssentials
import Money
import TestSupport
import Testing

/// Whatever is typed, a screen takes it or says where it is wrong.
struct AnyTextTests {
  private let options = ["Зелёный чай", "Black tea", "all", "3"].map { Option($0, $0) }

  @Test(arguments: ["en_GB", "ru_RU", "de_DE", "ar_EG"])
  func `no text crashes a screen`(locale: String) {
    var random = SeededNumbers(seed: 21)
    let environment = FlowEnvironment.noon("2026-11-20", locale)
    for _ in 0..<(runsLongTests ? 1200 : 240) {
      let text = Self.text(using: &random)
      check(TextScreen("t", "T?", length: 2...9), text, in: environment)
      check(LongTextScreen("l", "L?", length: 2...9), text, in: environment)
      check(NumberScreen("n", "N?"), text, in: environment)
      check(DecimalScreen("f", "F?"), text, in: environment)
      check(AmountScreen("a", "A?", in: .gbp, minorUnits: -9...900), text, in: environment)
      check(ChoiceScreen("c", "C?", options: options), text, in: environment)
      check(MultipleChoiceScreen("m", "M?", options: options), text, in: environment)
      check(ConfirmScreen("y", "Y?"), text, in: environment)
      check(DateScreen("d", "D?", to: Day("2026-12-01")), text, in: environment)
      check(SecretScreen("s", "S?"), text, in: environment)
      check(PathScreen("p", "P?"), text, in: environment)
      check(FileScreen("f", "F?"), text, in: environment)
      check(ReviewScreen("r", "R", page: []), text, in: environment)
    }
  }

  private func check<Asked: Screen>(
    _ screen: Asked, _ text: String, in environment: FlowEnvironment
  ) {
    for answer in [Answer.text(text), .json(.string(text))] {
      switch screen.read(answer, in: environment) {
      case .success(let accepted):
        let again = try? screen.read(.json(accepted.recorded), in: environment).get().recorded
        #expect(again == accepted.recorded, "\(screen.id) \(text.debugDescription)")
      case .failure(let refusal):
        let place = refusal.range?.upperBound ?? 0
        #expect(place <= text.count, "\(screen.id) \(text.debugDescription) \(refusal)")
        let message = refusal.message.resolved(in: environment)
        #expect(message.text != message.key, "\(screen.id) \(text.debugDescription)")
      }
    }
  }

  /// Scalars from all over Unicode, those that mean something more often.
  private static func text(using random: inout SeededNumbers) -> String {
    var scalars = String.UnicodeScalarView()
    let usual = Array(
      "0123456789 .,-+/kmк£₽%()aeйтd\n\t\r\0\u{301}\u{200D}\u{FE0F}\u{202E}".unicodeScalars)
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      if Bool.random(using: &random), let scalar = usual.randomElement(using: &random) {
        scalars.append(scalar)
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

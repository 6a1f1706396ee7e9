import Flowline
import FlowlineTerminal
import Foundation

@testable import FlowlineProgram

extension Words {
  /// The words of programs, in the language of a locale.
  static func ofProgram(in locale: String) -> Words {
    let environment = FlowEnvironment(
      locale: Locale(identifier: locale), timeZone: .gmt, now: .distantPast)
    return Words(environment, from: Program.texts)
  }
}

import Flowline
import FlowlineTerminal

/// A secret in a file of its owner's, or behind a descriptor such as `fd:3`.
struct SecretFile {
  private let place: String
  private let step: String
  private let words: Words

  /// Names the place of a secret, without reading it.
  ///
  /// - Parameters:
  ///   - place: the file or the descriptor. No message repeats it: people put the secret itself
  ///     there.
  ///   - step: the step that the secret is for.
  ///   - words: the language of the messages.
  init(_ place: String, for step: String, words: Words) {
    self.place = place
    self.step = step
    self.words = words
  }

  /// The secret, without the end of its line.
  func read() throws(AnswersFault) -> String {
    let bytes: [UInt8]?
    do throws(NamedFile.Failure) {
      let file = try OpenFile(descriptorPath ?? place)
      // A file that others may read keeps no secret. Pipes are nobody else's.
      let isOpen = descriptorPath == nil && file.isRegular && file.isOpenToOthers
      bytes = isOpen ? nil : try file.read()
    } catch {
      throw AnswersFault(
        message: words(
          "secret.unreadable", .string(step), .string(words.reason(of: error.code))))
    }
    guard let bytes else { throw AnswersFault(message: words("secret.open", .string(step))) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw AnswersFault(message: words("secret.not-text", .string(step)))
    }
    let line = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !line.contains(where: \.isNewline) else {
      throw AnswersFault(message: words("secret.not-text", .string(step)))
    }
    return line
  }

  /// Where a descriptor that was handed over is read; nil if a file is named.
  private var descriptorPath: String? {
    guard place.hasPrefix("fd:"), let descriptor = Int32(place.dropFirst(3)), descriptor >= 0
    else { return nil }
    return "/proc/self/fd/\(descriptor)"
  }
}

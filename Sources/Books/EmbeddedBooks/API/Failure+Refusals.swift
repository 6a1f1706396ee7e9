import FreeAgentAPI

/// What requests are refused with; the words are the service's, as far as they are known.
extension FreeAgent.Failure {
  static let notFound = refusal(404, "Resource not found")
  static let onlyJSON = refusal(415, "Only JSON is read here")
  static let tooLarge = refusal(413, "The request body is too large")
  static let unknownUser = refusal(401, "Access token not recognised")
  static let denied = refusal(403, "You are not allowed to access this action.")

  static let unreadableStatement = refusal(406, "The statement could not be read")

  static func badRequest(_ text: String) -> Self { refusal(400, text) }
  static func conflict(_ text: String) -> Self { refusal(409, text) }

  /// A request that was understood, and cannot be done.
  static func unprocessable(_ text: String) -> Self { refusal(422, text) }

  static func unprocessable(_ texts: [String]) -> Self {
    Self(status: 422, messages: texts.map { FreeAgent.Message($0) })
  }

  /// A member that is not there: `Dated on can't be blank`.
  static func blank(_ field: String) -> Self { invalid(field, "can't be blank") }

  /// What is wrong with a member: `Dated on is not a valid date`.
  static func invalid(_ field: String, _ words: String) -> Self {
    unprocessable(sentence(field, words))
  }

  /// A sentence that begins with a member: its name in words, with a capital.
  static func sentence(_ field: String, _ words: String) -> String {
    let name = field.replacing("_", with: " ")
    return "\(name.prefix(1).uppercased())\(name.dropFirst()) \(words)"
  }

  private static func refusal(_ status: Int, _ text: String) -> Self {
    Self(status: status, messages: [FreeAgent.Message(text)])
  }
}

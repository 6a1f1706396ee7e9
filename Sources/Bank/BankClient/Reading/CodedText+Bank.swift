import ServiceBasics
import ServiceCalls

/// The causes that only this bank's client knows.
extension CodedText {
  static let notFound = CodedText("not-found", "the reply is “not found” (status 404)")
  static let noReason = CodedText("no-reason", "the bank does not say why")
  static let nobodyLoggedIn = CodedText(
    "nobody-logged-in", "the bank knows the token, but nobody is logged in with it")
  static let stillUnderWay = CodedText("still-under-way", "it may still be under way")
  static let unclear = CodedText("order-unclear", "what the bank shows does not settle it")
  static let otherTransfer = CodedText(
    "reply-other-transfer", "the reply is about another transfer")
  static let givenUp = CodedText(
    "order-given-up", "it was given up before that was known, and will not be sent again")

  /// Something that the bank promises is not in its reply.
  static func incomplete(_ missing: String) -> CodedText {
    CodedText("reply-incomplete", "\(missing) is missing in the reply")
  }

  /// The bank refused an order that was sent again.
  ///
  /// - Parameter cause: why; of a status, the bank's own words are repeated, which need no translation.
  static func refusedAgain(_ cause: CodedText) -> CodedText {
    guard cause.code == CodedText.status(0).code, let own = cause.values.first else {
      return CodedText(
        "refused-again", "it was refused when it was sent again, and may have been done before")
    }
    return CodedText(
      "refused-again-saying",
      "it was refused when it was sent again (\(cause)), and may have been done before", own)
  }

  static func wantsToken(_ cause: CodedText) -> CodedText {
    CodedText("wants-token", "\(cause); log in with a valid access token to find out")
  }
}

import ServiceBasics

/// The causes that only this bank's client knows.
extension CodedText {
  static let notFound = CodedText("not-found", "the reply is “not found” (status 404)")
  static let noReason = CodedText("no-reason", "the bank does not say why")
  static let nobodyLoggedIn = CodedText(
    "nobody-logged-in", "the bank knows the token, but nobody is logged in with it")
  static let stillUnderWay = CodedText("still-under-way", "it may still be under way")
  static let unclear = CodedText("order-unclear", "what the bank shows does not settle it")
  static let givenUp = CodedText(
    "order-given-up", "it was given up before that was known, and will not be sent again")

  /// Something that the bank promises is not in its reply.
  static func incomplete(_ missing: String) -> CodedText {
    CodedText("reply-incomplete", "\(missing) is missing in the reply")
  }

  static func refusedAgain(_ cause: String) -> CodedText {
    CodedText(
      "refused-again",
      "it was refused when it was sent again (\(cause)), and may have been done before", cause)
  }

  static func wantsToken(_ cause: String) -> CodedText {
    CodedText("wants-token", "\(cause); log in with a valid access token to find out", cause)
  }
}

import ServiceBasics

/// A file with an access token, and nothing else, that nobody but its owner can read.
public struct TokenFile: Sendable, Hashable {
  /// The file's path.
  public let path: String

  /// Names a file.
  public init(path: String) { self.path = path }

  /// Reads the token.
  ///
  /// - Throws: an error if there is no such file, it is no plain file, it
  ///   belongs to another user, others can read it, or its text can be no token.
  public func read() throws(AccessTokenError) -> AccessToken {
    let bytes = try contents()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw AccessTokenError(
        path: path, cause: CodedText("token-not-text", "it is not text"),
        advice: CodedText("token-only", "Put only the token into the file."))
    }
    return try AccessToken(text, path: path)
  }

  private func contents() throws(AccessTokenError) -> [UInt8] {
    do throws(PrivacyError) {
      return try PrivateFile.read(path, upTo: AccessToken.longest + 1024)
    } catch {
      throw AccessTokenError(path: path, error)
    }
  }
}

extension AccessTokenError {
  /// The error of a file that is not there, or is no private one.
  fileprivate init(path: String, _ error: PrivacyError) {
    let (cause, advice): (CodedText, CodedText) =
      switch error.code {
      case .missing:
        (
          CodedText("token-missing", "this file does not exist"),
          CodedText(
            "token-create",
            "Create a personal access token at the service, save it here and run chmod 600.")
        )
      case .wrongKind:
        (
          CodedText("token-not-a-file", "this is not a regular file"),
          CodedText("token-elsewhere", "Name a regular file, or give the token on standard input.")
        )
      case .foreignOwner:
        (
          CodedText("token-foreign", "it belongs to another user"),
          CodedText("token-own", "Use a file of your own, with chmod 600.")
        )
      case .openToOthers:
        (
          CodedText("token-open", "other people can use this file"),
          CodedText("token-close", "Run chmod 600 on it.")
        )
      default: (CodedText(words: error.cause), CodedText(words: error.advice))
      }
    self.init(path: path, cause: cause, advice: advice)
  }
}

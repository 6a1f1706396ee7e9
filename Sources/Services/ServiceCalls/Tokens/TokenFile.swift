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
      throw refusal("it is not text", advice: "Put the token alone into the file.")
    }
    return try AccessToken(text, path: path)
  }

  private func contents() throws(AccessTokenError) -> [UInt8] {
    do throws(PrivacyError) {
      return try PrivateFile.read(path, upTo: AccessToken.longest + 1024)
    } catch {
      let advice =
        switch error.code {
        case .missing:
          "Make a personal access token at the service and write it there, with chmod 600."
        case .wrongKind: "Name a plain file, or give the token on standard input."
        case .foreignOwner: "Make a file of your own: chmod 600, then write."
        default: error.advice
        }
      throw refusal(error.cause, advice: advice)
    }
  }

  private func refusal(_ cause: String, advice: String) -> AccessTokenError {
    AccessTokenError(path: path, cause: cause, advice: advice)
  }
}

public import Bank
import Glibc

/// A file with an access token, and nothing else, that nobody but its owner can read.
public struct TokenFile: Sendable, Hashable {
  /// Where it is.
  public let path: String

  /// Names a file.
  public init(path: String) { self.path = path }

  /// Reads the token.
  ///
  /// - Throws: `BankError` with the code `token` where there is no such file, it is no plain file, it
  ///   belongs to somebody else, others can read it, or its text can be no token.
  public func read() throws(BankError) -> AccessToken {
    let bytes = try contents()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw refusal("it is not text", advice: "Put the token alone into the file.")
    }
    return try AccessToken(text, path: path)
  }

  private func contents() throws(BankError) -> [UInt8] {
    // Not to block where it is a pipe that nobody writes into.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw unopened(errno) }
    defer { close(descriptor) }
    try check(descriptor)
    var bytes = [UInt8](repeating: 0, count: AccessToken.longest + 1024)
    var count = 0
    while count < bytes.count {
      let step = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      guard step >= 0 else {
        if errno == EINTR { continue }
        throw refusal("it cannot be read", advice: "See that it is a plain file.")
      }
      if step == 0 { break }
      count += step
    }
    return Array(bytes.prefix(count))
  }

  private func check(_ descriptor: Int32) throws(BankError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unopened(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw refusal(
        "it is no plain file", advice: "Name a plain file, or give the token on standard input.")
    }
    guard status.st_uid == geteuid() else {
      throw refusal(
        "it belongs to somebody else", advice: "Make a file of your own: chmod 600, then write.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw refusal("others can read it", advice: "Run chmod 600 on it.")
    }
  }

  private func unopened(_ code: Int32) -> BankError {
    switch code {
    case ENOENT, ENOTDIR:
      refusal(
        "there is no such file",
        advice: "Make a personal access token at the bank and write it there, with chmod 600.")
    case EACCES, EPERM: refusal("it may not be read", advice: "Run chmod 600 on it.")
    default: refusal("it cannot be opened", advice: "Name a plain file.")
    }
  }

  private func refusal(_ cause: String, advice: String) -> BankError {
    .token(path: path, cause: cause, advice: advice)
  }
}

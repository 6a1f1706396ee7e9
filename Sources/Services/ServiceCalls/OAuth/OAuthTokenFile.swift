import FoundationEssentials
import ServiceBasics

/// A log-in in a file that nobody but its owner can read, for all processes of the owner.
public struct OAuthTokenFile: Sendable, Hashable {
  /// The file's path; beside it are a lock with `.lock`, and for a moment `.new`.
  public let path: String

  /// Names a file; nothing is read or made yet.
  public init(path: String) { self.path = path }

  /// Reads the file, which need not exist.
  func contents() throws(OAuthFailure) -> LogInContents {
    let bytes: [UInt8]
    do throws(PrivacyError) {
      bytes = try PrivateFile.read(path, upTo: Self.largest + 1)
    } catch {
      guard error.code == .missing else { throw OAuthFailure(error) }
      return .loggedOut(.never)
    }
    guard bytes.count <= Self.largest,
      let contents = try? JSONDecoder().decode(LogInContents.self, from: Data(bytes))
    else {
      throw .file(
        path: path, cause: CodedText("log-in-file-damaged", "it is no log-in"),
        advice: CodedText("log-in-again", "Log in again."))
    }
    return contents
  }

  /// Puts something into the file, durably, once its folder is there and private.
  func keep(_ contents: LogInContents) throws(OAuthFailure) {
    do {
      let folder = URL(filePath: path).deletingLastPathComponent().path
      try PrivateFolder.prepare(folder, rule: .listable)
      try PrivateFile.replace(path, with: Array(CanonicalJSON.data(contents)))
    } catch let error as PrivacyError {
      throw OAuthFailure(error)
    } catch {
      throw .file(
        path: path, cause: CodedText("log-in-file-unwritable", "it cannot be written"),
        advice: CodedText("log-in-again", "Log in again."))
    }
  }

  /// Keeps other processes from renewing or ending the log-in.
  ///
  /// - Parameters:
  ///   - limit: how long they are waited for.
  ///   - timing: how that time passes.
  func lock(waitingUpTo limit: Duration, _ timing: Timing) async throws(OAuthFailure) -> FileLock {
    do {
      let folder = URL(filePath: path).deletingLastPathComponent().path
      try PrivateFolder.prepare(folder, rule: .listable)
      return try await FileLock("\(path).lock", waitingUpTo: limit, timing: timing)
    } catch FileLock.Failure.system(let path, let cause) {
      throw .file(
        path: path, cause: CodedText(words: cause),
        advice: CodedText(
          "log-in-file-rights", "Check the permissions of it and of the folders above it."))
    } catch let error as PrivacyError {
      throw OAuthFailure(error)
    } catch is CancellationError {
      throw .unavailable(.waitStopped)
    } catch {
      throw .unavailable(.logInInUse)
    }
  }

  /// More than two tokens need.
  private static let largest = 64 * 1024
}

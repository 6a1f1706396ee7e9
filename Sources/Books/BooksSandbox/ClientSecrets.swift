import FoundationEssentials
import SandboxKit
import ServiceBasics

/// The secrets of the program that people may allow access: in a private file of a folder, the oldest first, so
/// that they stay the same.
struct ClientSecrets {
  private let path: String

  /// The secrets of a folder.
  init(in folder: String) { path = "\(folder)/client-secret" }

  /// Reads them; makes the first one if there is none.
  func read() throws(SandboxError) -> [String] {
    do throws(PrivacyError) {
      do throws(PrivacyError) {
        let bytes = try PrivateFile.read(path, upTo: 1024)
        let secrets = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        if !secrets.isEmpty { return secrets.map(String.init) }
      } catch {
        guard error.code == .missing else { throw error }
      }
      let secrets = [RandomSecret.make()]
      try write(secrets)
      return secrets
    } catch {
      throw problem(error)
    }
  }

  /// Puts others in their place.
  func keep(_ secrets: [String]) throws(SandboxError) {
    do throws(PrivacyError) {
      try write(secrets)
    } catch {
      throw problem(error)
    }
  }

  private func write(_ secrets: [String]) throws(PrivacyError) {
    try PrivateFile.replace(path, with: Array(secrets.map { "\($0)\n" }.joined().utf8))
  }

  private func problem(_ error: PrivacyError) -> SandboxError {
    SandboxError(.folder, "the client’s secret cannot be kept: \(error)")
  }
}

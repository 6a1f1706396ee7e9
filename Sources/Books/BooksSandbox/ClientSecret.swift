import FoundationEssentials
import SandboxKit
import ServiceBasics

/// The secret of the program that people may allow access: in a private file, so that it stays the same.
enum ClientSecret {
  /// Reads the secret of a folder, and makes it if there is none.
  static func read(in folder: String) throws(SandboxError) -> String {
    let path = "\(folder)/client-secret"
    do throws(PrivacyError) {
      do throws(PrivacyError) {
        let bytes = try PrivateFile.read(path, upTo: 1024)
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        if !text.isEmpty { return text }
      } catch {
        guard error.code == .missing else { throw error }
      }
      let secret = RandomSecret.make()
      try PrivateFile.replace(path, with: Array("\(secret)\n".utf8))
      return secret
    } catch {
      throw SandboxError(.folder, "the client’s secret cannot be kept: \(error)")
    }
  }
}

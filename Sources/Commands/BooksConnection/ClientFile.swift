public import BooksClient
public import ServiceBasics

/// Who a program is to a bookkeeping service: a file that nobody but its owner can read.
///
/// It has the program’s id and its secret, on lines of their own, and behind them the port of
/// `http://127.0.0.1:PORT/callback` if the service knows the program by that address alone.
public struct ClientFile: Sendable, Hashable, CustomReflectable {
  /// The program’s id and secret.
  public let client: BasicCredentials
  /// The port at which the browser is awaited; 0 for any that is free.
  public let port: Int

  /// The variable of the environment that names the file.
  public static let variable = "FREEAGENT_CLIENT_FILE"

  /// Reads a file.
  ///
  /// - Throws: a ``BooksError`` of the code `storage`, which names the file and says what is wrong with it.
  public init(path: String) throws(BooksError) {
    let bytes: [UInt8]
    do throws(PrivacyError) {
      bytes = try PrivateFile.read(path, upTo: 16 * 1024)
    } catch {
      throw BooksError(.storage, at: path, cause: error.reason)
    }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let port = words.count > 2 ? Int(words[2]) : 0
    guard (2...3).contains(words.count), let port, (0...65_535).contains(port) else {
      throw BooksError(
        .storage, at: path,
        cause: CodedText(
          "client-file-contents",
          "it does not have the client’s id and secret, each on a line of its own"))
    }
    client = BasicCredentials(id: String(words[0]), secret: String(words[1]))
    self.port = port
  }

  /// The id and the port.
  public var customMirror: Mirror {
    Mirror(self, children: ["client": client, "port": port])
  }
}

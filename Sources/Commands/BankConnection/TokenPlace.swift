public import Bank
import BankClient
import Glibc
public import ServiceCalls

/// Where the access token of a bank is to come from, as a command line and its environment say.
public enum TokenPlace: Sendable, Hashable {
  /// A file that nobody else can read.
  case file(String)
  /// The first line of standard input; what follows it is left there.
  case standardInput

  /// The variable of the environment that names a file.
  public static let variable = "STARLING_TOKEN_FILE"

  /// What the command line or its environment says; nil if neither says anything.
  ///
  /// - Parameters:
  ///   - option: a file, or `-` for standard input.
  ///   - environment: what `STARLING_TOKEN_FILE` is set to; counts if there is no option.
  public init?(option: String?, environment: String?) {
    guard let named = option ?? environment, !named.isEmpty else { return nil }
    self = named == "-" ? .standardInput : .file(named)
  }

  /// Reads the token, so that what is wrong with it is known before anybody is asked anything.
  ///
  /// - Throws: `BankError` with the code `token`.
  public func source() throws(BankError) -> TokenSource {
    do throws(AccessTokenError) {
      switch self {
      case .file(let path):
        _ = try TokenFile(path: path).read()
        return .file(path)
      case .standardInput: return .text(try AccessToken(Self.firstLine()))
      }
    } catch {
      throw BankError(error)
    }
  }

  /// Byte by byte, since what comes after the line is for others.
  private static func firstLine() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < 32 * 1024 {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") else { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

import FoundationEssentials
import FreeAgentAPI
import ServiceBasics

/// A file as an order knows it: its contents are not among the order’s.
public struct OrderFile: Sendable, Hashable, Codable {
  /// What the file is called, such as `receipt.pdf`.
  public let name: String
  /// Its media type, such as `application/pdf`.
  public let type: String
  /// How many bytes it has.
  public let size: Int
  /// The digest of its contents.
  public let digest: String

  /// Makes it of its parts.
  public init(name: String, type: String, size: Int, digest: String) {
    self.name = name
    self.type = type
    self.size = size
    self.digest = digest
  }
}

extension OrderFile {
  /// The file as a receipt that is sent along.
  ///
  /// - Parameter contents: its contents; nil if they are not at hand.
  /// - Throws: a ``BooksError`` of the code `storage` in that case.
  func attachment(of contents: [UInt8]?) throws -> FreeAgent.Attachment {
    guard let contents else {
      throw BooksError(.storage, cause: CodedText("no-files", "the receipt is not at hand"))
    }
    return FreeAgent.Attachment {
      $0.fileName = name
      $0.contentType = type
      $0.data = Data(contents).base64EncodedString()
    }
  }
}

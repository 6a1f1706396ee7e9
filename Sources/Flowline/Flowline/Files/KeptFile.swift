/// A file that was given as an answer, as a journal has it: its contents are kept beside the journal, see
/// ``KeptFiles``.
///
/// Recorded as `{"digest":"sha256:…","name":"lunch.pdf","size":24011,"type":"application/pdf"}`.
public struct KeptFile: Sendable, Hashable, Codable {
  /// The digest of its contents.
  public let digest: FileDigest
  /// The name it came with: without a folder, without control characters, 1 to 255 bytes of UTF-8.
  public let name: String
  /// How many bytes it has.
  public let size: Int
  /// What it is, by its contents.
  public let type: FileType
}

extension PromptKind {
  /// The file that is recorded as an answer; nil for other kinds, and if none is.
  func file(in recorded: JSONValue?) -> KeptFile? {
    guard case .file = self else { return nil }
    return recorded.flatMap { KeptFile($0) }
  }
}

extension KeptFile {
  /// The file as a screen records it.
  public var json: JSONValue {
    [
      "digest": .string(digest.description), "name": .string(name), "size": .integer(Int64(size)),
      "type": .string(type.rawValue),
    ]
  }

  /// Reads what a screen recorded; nil if it is anything else.
  public init?(_ json: JSONValue) {
    guard case .object(let members) = json, members.count == 4,
      let digest = members["digest"]?.string.flatMap({ FileDigest($0) }),
      let name = members["name"]?.string, FileContents.name(from: name) == name,
      case .integer(let size)? = members["size"], size >= 0,
      let type = members["type"]?.string
    else { return nil }
    (self.digest, self.name) = (digest, name)
    (self.size, self.type) = (Int(size), FileType(rawValue: type))
  }
}

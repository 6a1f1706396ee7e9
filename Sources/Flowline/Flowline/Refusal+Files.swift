/// Refusals of files, for screens and front ends of your own.
extension Refusal {
  /// There is nothing at a path.
  public static func noSuchFile(_ path: String) -> Refusal { file(.noSuchFile, at: path) }

  /// At a path is a folder, a pipe or a device.
  public static func notAFile(_ path: String) -> Refusal { file(.notAFile, at: path) }

  /// A file is there and cannot be read.
  ///
  /// The system's reason is in the arguments.
  public static func fileUnreadable(_ path: String, _ reason: String) -> Refusal {
    file(.fileUnreadable, at: path, ["reason": .string(reason)])
  }

  private static func file(
    _ code: Code, at path: String, _ arguments: [String: JSONValue] = [:]
  ) -> Refusal {
    Refusal(
      code, Texts.engine("refusal.\(code.rawValue)", .string(path.excerpt)),
      arguments: arguments.merging(["path": .string(path)]) { $1 })
  }

  /// A file has more bytes than the screen allows.
  public static func fileTooBig(_ size: Int, most: Int) -> Refusal {
    Refusal(
      .fileTooBig, Texts.engine("refusal.file-too-big", .bytes(size), .bytes(most)),
      arguments: ["size": .integer(Int64(size)), "most": .integer(Int64(most))])
  }

  /// A file has fewer bytes than the screen allows.
  public static func fileTooSmall(_ size: Int, least: Int) -> Refusal {
    Refusal(
      .fileTooSmall,
      size == 0
        ? Texts.engine("refusal.file-empty")
        : Texts.engine("refusal.file-too-small", .bytes(size), .bytes(least)),
      arguments: ["size": .integer(Int64(size)), "least": .integer(Int64(least))])
  }

  /// A file is of a type that the screen does not accept, whatever its name says.
  static func fileType(of file: KeptFile, accepted: [FileType]) -> Refusal {
    let text: Text
    if file.type == .heic, accepted.contains(.jpeg) {
      text = Texts.engine("refusal.file-type.heic")
    } else if let type = FileType(named: file.name), accepted.contains(type) {
      text = Texts.engine("refusal.file-type.contents", .string(type.label))
    } else {
      text = Texts.engine("refusal.file-type", .string(accepted.labels))
    }
    return Refusal(
      .fileType, text,
      arguments: [
        "type": .string(file.type.rawValue),
        "accepted": .array(accepted.map { .string($0.rawValue) }),
      ])
  }
}

extension FileType {
  /// What a file's name says that it is, by its ending; nil if it has none that is known here.
  fileprivate init?(named name: String) {
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    guard let ending, let type = Self.endings[ending.lowercased()] else { return nil }
    self = type
  }

  private static let endings: [String: FileType] = [
    "pdf": .pdf, "png": .png, "jpg": .jpeg, "jpeg": .jpeg, "gif": .gif, "webp": .webp,
    "heic": .heic, "zip": .zip,
  ]
}

extension Refusal.Code {
  /// There is no file at the path.
  public static let noSuchFile: Self = "no-such-file"
  /// What is at the path is not a file.
  public static let notAFile: Self = "not-a-file"
  /// The file cannot be read.
  public static let fileUnreadable: Self = "file-unreadable"
  /// The file has more bytes than the screen allows.
  public static let fileTooBig: Self = "file-too-big"
  /// The file has fewer bytes than the screen allows, or none.
  public static let fileTooSmall: Self = "file-too-small"
  /// The file is of a type that the screen does not accept.
  public static let fileType: Self = "file-type"
  /// Nothing is kept of the file that was answered with: its contents must be sent first.
  public static let fileNotKept: Self = "file-not-kept"
}

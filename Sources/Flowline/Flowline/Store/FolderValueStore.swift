public import FoundationEssentials

/// Small things in files of a folder that only their owner reads, which programs on one machine share: a
/// folder for each shelf, a file for each value.
///
/// Files are read and written on threads of their own. A shelf that others can change, and a file that they
/// get at, are refused: ``StoreFailure/Code/openToOthers``.
public struct FolderValueStore: ValueStore {
  private let folder: String

  /// Names a folder, which is made when it is needed.
  public init(folder: String) { self.folder = folder }

  /// Keeps a value, synced to the medium.
  public func make(_ value: KeptValue) async throws(StoreFailure) -> Bool {
    try value.check()
    return try await MediumThreads.shared.run { () throws(StoreFailure) in
      try shelf(value.shelf).make(Self.fileName(value.name), Array(value.json.text.utf8))
    }
  }

  /// A value; a file that has none is none.
  public func value(named name: String, on shelf: String) async throws(StoreFailure) -> KeptValue? {
    try await MediumThreads.shared.run(short: true) { () throws(StoreFailure) in
      try read(Self.fileName(name), on: shelf)
    }
  }

  /// The values of an owner.
  public func values(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) -> [KeptValue] {
    try await MediumThreads.shared.run { () throws(StoreFailure) in
      try all(on: shelf, beginning: prefix).filter { $0.owner == owner }
        .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
  }

  /// Forgets a value.
  public func remove(named name: String, on shelf: String) async throws(StoreFailure) {
    try await MediumThreads.shared.run { () throws(StoreFailure) in
      try self.shelf(shelf).remove(Self.fileName(name))
    }
  }

  /// Forgets values of an owner.
  public func removeValues(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) {
    for value in try await values(of: owner, on: shelf, beginning: prefix) {
      try await remove(named: value.name, on: shelf)
    }
  }

  /// Forgets what has expired.
  public func removeExpired(by moment: Date) async throws(StoreFailure) {
    try await MediumThreads.shared.run { () throws(StoreFailure) in
      for name in WriteOnceFolder(path: folder).names() {
        for value in try all(on: name) where value.expires.map({ $0 <= moment }) ?? false {
          try shelf(name).remove(Self.fileName(value.name))
        }
      }
    }
  }

  // MARK: - Files

  private func shelf(_ name: String) -> WriteOnceFolder {
    WriteOnceFolder(path: folder + "/" + name)
  }

  /// The values whose names begin with a text; no other file is read.
  private func all(
    on name: String, beginning prefix: String = ""
  ) throws(StoreFailure) -> [KeptValue] {
    var values: [KeptValue] = []
    for file in shelf(name).names(beginning: Self.fileName(prefix)) {
      if let value = try read(file, on: name) { values.append(value) }
    }
    return values
  }

  private func read(_ file: String, on name: String) throws(StoreFailure) -> KeptValue? {
    guard let bytes = try shelf(name).read(file),
      let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    else { return nil }
    return KeptValue(json, on: name)
  }

  /// A name as a file can have it: letters, digits and hyphens as they are, other bytes by their numbers.
  private static func fileName(_ name: String) -> String {
    // Nearly every name is plain.
    if name.utf8.allSatisfy(isPlain) { return "v" + name }
    let bytes = name.utf8.reduce(into: Array("v".utf8)) { bytes, byte in
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += "_\([byte].hexadecimal)".utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || byte == 45
  }
}

extension KeptValue {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "bytes": .string(Data(bytes).base64EncodedString()),
    ]
    members["owner"] = owner.map { .string(Data($0.bytes).base64EncodedString()) }
    members["expires"] = expires.map { .integer(Int64($0.timeIntervalSince1970)) }
    return .object(members)
  }

  fileprivate init?(_ json: JSONValue, on shelf: String) {
    guard let name = json["name"]?.string,
      let bytes = json["bytes"]?.string.flatMap({ Data(base64Encoded: $0) })
    else { return nil }
    var expires: Date?
    if case .integer(let seconds)? = json["expires"] {
      expires = Date(timeIntervalSince1970: Double(seconds))
    }
    let owner = json["owner"]?.string.flatMap { Data(base64Encoded: $0) }
    self.init(
      shelf: shelf, name: name, owner: owner.map { UserID(bytes: $0) }, bytes: Array(bytes),
      expires: expires)
  }
}

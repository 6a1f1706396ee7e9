import Glibc

/// Completes the name of a file.
enum FileCompletion {
  /// The most entries of a folder that are looked at: it is done at each key.
  static let limit = 10_000

  /// What can follow: the path as it is goes before what its quoting, or an address, would mean.
  static func complete(_ typed: String, limit: Int = limit) -> CompletionResult {
    let plain = BegunPath(plain: typed)
    let meant = [plain, BegunPath(quoted: typed), BegunPath(address: typed)].compactMap(\.self)
    let found = meant.lazy.map { completion(of: $0, limit) }.first { !$0.candidates.isEmpty }
    return found ?? CompletionResult(replacing: plain.typed, with: [])
  }

  private static func completion(of path: BegunPath, _ limit: Int) -> CompletionResult {
    let folder = path.folder.isEmpty ? "." : FilePath.expanded(path.folder)
    let names = entries(of: folder, beginning: path.begun, limit).sorted()
    return CompletionResult(
      replacing: path.typed,
      with: names.map { name in
        let isFolder = name.hasSuffix("/")
        let bare = isFolder ? String(name.dropLast()) : name
        return .init(path.typed(bare, isFolder: isFolder), display: name)
      })
  }

  /// The names in a folder that begin like this; none if the folder has more than can be looked at, as
  /// a part of them would be taken for all.
  private static func entries(
    of folder: String, beginning begun: String, _ limit: Int
  ) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    let begun = Array(begun.utf8CString.dropLast())
    let showsHidden = begun.first == CChar(bitPattern: UInt8(ascii: "."))
    var names: [String] = []
    var count = 0
    while let entry = readdir(directory) {
      count += 1
      if count > limit { return [] }
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { name -> String? in
          let isHidden = name[0] == CChar(bitPattern: UInt8(ascii: "."))
          guard showsHidden || !isHidden, strncmp(name, begun + [0], begun.count) == 0 else {
            return nil
          }
          return String(cString: name)
        }
      }
      if let name, name != ".", name != ".." { names.append(isFolder ? name + "/" : name) }
    }
    return names
  }
}

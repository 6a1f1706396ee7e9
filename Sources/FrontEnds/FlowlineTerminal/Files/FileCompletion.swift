import Glibc

/// Completes the name of a file.
enum FileCompletion {
  /// The most entries of a folder that are looked at: it is done at each key.
  static let limit = 10_000

  static func complete(_ typed: String, limit: Int = limit) -> CompletionResult {
    let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<slash])
    let begun = String(typed[slash...])
    let names = entries(
      of: folder.isEmpty ? "." : FilePath.expanded(folder), beginning: begun, limit)
    return CompletionResult(replacing: begun, with: names.sorted().map { .init($0) })
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

import Glibc

/// Completes the name of a file.
enum FileCompletion {
  static func complete(_ typed: String) -> CompletionResult {
    let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<slash])
    let begun = String(typed[slash...])
    let names = entries(of: folder.isEmpty ? "." : FilePath.expanded(folder))
    let found = names.filter { $0.hasPrefix(begun) && ($0.first != "." || begun.first == ".") }
    return CompletionResult(replacing: begun, with: found.sorted().map { .init($0) })
  }

  private static func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(isFolder ? name + "/" : name) }
    }
    return names
  }
}

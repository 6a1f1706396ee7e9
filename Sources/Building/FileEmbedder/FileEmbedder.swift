import Glibc

/// Writes a Swift file that has the text of other files: `FileEmbedder OUTPUT INPUT…`.
@main
struct FileEmbedder {
  static func main() {
    let paths = CommandLine.arguments.dropFirst()
    guard let output = paths.first, paths.count > 1 else {
      fail("usage: FileEmbedder OUTPUT INPUT…")
    }
    var code = "struct PackageResources {\n"
    for path in paths.dropFirst() {
      guard let text = String(validating: read(path), as: UTF8.self) else {
        fail("\(path) is no text in UTF-8; EmbeddedFiles embeds texts only")
      }
      code += EmbeddedFile(path: path, text: text).code
    }
    write(code + "}\n", to: output)
  }

  private static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { fail("\(path) cannot be read") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      bytes += piece[..<count]
      guard count > 0 else { break }
    }
    guard ferror(file) == 0 else { fail("\(path) cannot be read") }
    return bytes
  }

  private static func write(_ code: String, to path: String) {
    guard let file = fopen(path, "wb") else { fail("\(path) cannot be written") }
    let bytes = Array(code.utf8)
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { fail("\(path) cannot be written") }
  }

  private static func fail(_ text: String) -> Never {
    let bytes = Array("error: \(text)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    exit(1)
  }
}

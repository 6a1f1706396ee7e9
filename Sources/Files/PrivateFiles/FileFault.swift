#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A call of the operating system on a file or folder that failed.
package struct FileFault: Error, Sendable, Hashable {
  /// The file or folder.
  package let path: String
  /// The value of `errno`.
  package let code: Int32

  /// Makes a fault.
  package init(_ code: Int32, at path: String) {
    self.code = code
    self.path = path
  }

  /// The system's words for it, such as “No such file or directory”.
  package var reason: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}

import Glibc

/// What the process holds of the machine's memory.
enum Memory {
  /// The resident set in bytes, once the allocator has given back what it does not need.
  static var resident: Int {
    trim()
    let bytes = read("/proc/self/statm")
    let pages = bytes.split(separator: UInt8(ascii: " ")).dropFirst().first ?? []
    return (Int(String(decoding: pages, as: UTF8.self)) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Growth of the resident set while something is done.
  static func growth(_ body: () -> Void) -> Int {
    let before = resident
    body()
    return resident - before
  }

  private static func read(_ path: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let file = open(path, O_RDONLY)
    defer { close(file) }
    let count = Glibc.read(file, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// `malloc_trim` is not in the module map of the C library.
  private static func trim() {
    typealias Trim = @convention(c) (Int) -> Int32
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }
}

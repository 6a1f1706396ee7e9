import Glibc

/// The locale by which the C library reads and writes characters.
enum TerminalLocale {
  /// Sets it by the environment, or to C.UTF-8 where that is not UTF-8.
  ///
  /// Numbers stay as they are.
  ///
  /// libedit draws nothing beyond ASCII in another locale, and terminals that are not UTF-8 are gone.
  /// A process sets it once: setting it is not safe beside another thread that sets it or reads by it.
  ///
  /// - Returns: Whether characters are UTF-8 now.
  @discardableResult
  static func prepare() -> Bool { isPrepared }

  private static let isPrepared = ["", "C.UTF-8", "en_US.UTF-8"].contains { (name: String) in
    setlocale(LC_CTYPE, name) != nil && isUTF8
  }

  private static var isUTF8: Bool {
    guard let codeset = nl_langinfo(nl_item(CODESET)) else { return false }
    return String(cString: codeset) == "UTF-8"
  }
}

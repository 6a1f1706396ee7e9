package import PrivateFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

extension StoreFailure {
  /// The failure of a system call.
  ///
  /// - Parameters:
  ///   - fault: the call's error, and what it was made on.
  ///   - code: what it comes to, unless the error says more.
  package init(_ fault: FileFault, otherwise code: Code) {
    let known: Code? =
      switch fault.code {
      // Where something was to be made, it is the place for it that is not there.
      case ENOENT: code == .unreadable ? .notFound : nil
      case EEXIST: .exists
      case ENOSPC, EDQUOT, EFBIG: .noSpace
      case EACCES, EPERM, EROFS, ELOOP: .notAllowed
      default: nil
      }
    // A sync that failed has lost something, whatever the reason.
    let told = code == .notSynced ? code : known ?? code
    self.init(told, at: fault.path, fault.reason)
  }

  /// The failure of a system call.
  static func system(_ error: Int32, at place: String, otherwise code: Code) -> StoreFailure {
    StoreFailure(FileFault(error, at: place), otherwise: code)
  }

  /// The failure of a file or folder that is no private one, with what to do.
  ///
  /// - Parameters:
  ///   - error: what is wrong with it.
  ///   - code: what it comes to if its rights are not the reason.
  package init(_ error: PrivacyError, otherwise code: Code) {
    switch (error.code, error.systemCode) {
    case (.openToOthers, _):
      self.init(.openToOthers, at: error.path, "\(error.cause). \(error.advice)")
    case (.foreignOwner, _): self.init(.notAllowed, at: error.path, error.cause)
    case (_, let systemCode?):
      self.init(FileFault(systemCode, at: error.path), otherwise: code)
    case (_, nil): self.init(code, at: error.path, error.cause)
    }
  }
}

import Glibc

/// How many files this process may have open: connections are some of them.
package enum OpenFiles {
  /// Raises the limit as far as the system lets it.
  ///
  /// - Returns: the limit from now on.
  package static func raiseLimit() -> Int {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return 1024 }
    var raised = limits
    raised.rlim_cur = limits.rlim_max
    if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limits = raised }
    return Int(clamping: limits.rlim_cur)
  }
}

extension ConnectionLimits {
  /// Has connections take at most three quarters of the files that the process may have open, and no more
  /// than there may be already: databases and files of users need some as well.
  package mutating func leaveFiles(of limit: Int) {
    connections = max(1, min(connections, limit / 4 * 3))
  }
}

package import Flowline

extension SessionHost {
  /// Reports that a request cannot be admitted: the lock, log-in or token that admits it could not be
  /// read or kept.
  ///
  /// - Returns: what the request is refused with.
  package func notAdmitted(_ failure: StoreFailure) -> HostFault {
    let fault = HostFault(
      .store, "a request could not be admitted, \(failure.code.rawValue), \(failure.reason)",
      cause: failure.place, retryAfter: .seconds(2))
    report(fault)
    return fault
  }
}

import ServiceBasics

extension TransferOrder {
  /// The id of the next transfer of a week's round-up, which follows from what it is alone.
  ///
  /// Two machines that know of equally many transfers of the week make the same id, so that the bank
  /// carries out only one of them. It does not follow from the payments: machines whose feeds differ
  /// would make different ids, and both would move money.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - week: the week of the payments.
  ///   - history: the transfers of the week's round-up; those that were given up may have been
  ///     carried out, and their id is used again.
  /// - Returns: a UUID.
  public static func roundUpTransfer(
    of account: Account.ID, _ week: Week, after history: RoundUpHistory
  ) -> String {
    let ordinal = history.transfers.count { $0.state == .moved }
    let start = Timestamp(week.start).milliseconds
    return DerivedUUID.make(from: "round-up \(account.text) \(start) \(ordinal)")
  }
}

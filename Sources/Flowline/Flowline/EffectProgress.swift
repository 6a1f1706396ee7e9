/// Reports how far a load, a commit or a check has come, from inside of it.
///
///     let payments = try await context.load("payments", title: "Reading payments") {
///       var payments: [Payment] = []
///       for page in 1...pages {
///         payments += try await bank.payments(page: page)
///         EffectProgress.report(page, of: pages)
///       }
///       return payments
///     }
///
/// Front ends see the latest report, see ``Presenter/progressed(on:)``. It is in no journal, and
/// the flow does not notice.
public enum EffectProgress {
  @TaskLocal static var meter: EffectMeter?

  /// Reports how much is done.
  ///
  /// It may be called as often as is convenient, from any task that the effect has started; outside
  /// of an effect, and after its end, it does nothing.
  ///
  /// - Parameters:
  ///   - done: how much is done, in units of the effect's own.
  ///   - total: how much there is to do, in the same units; nil if that is not known.
  public static func report(_ done: Int, of total: Int? = nil) {
    meter?.report(done, of: total)
  }

  /// Says in words what the effect is doing just now, beside its title: that the server is busy and
  /// will be asked again in 12 seconds.
  ///
  /// It may be called as often as ``report(_:of:)`` and from the same tasks.
  ///
  /// - Parameter remark: the words; nil to take the last remark away.
  public static func tell(_ remark: Text?) {
    meter?.tell(remark)
  }
}

/// What a commit can find out about the attempts before it, from inside of it.
///
/// What a commit throws is taken in the light of them, see ``CommitNotSent``. A reply that says in a value
/// that nothing was done is taken as it is: of a repeated attempt it must hold for the earlier ones as well.
/// A service that is asked about the key knows of them; that there was no connection this time says
/// nothing of them, and is better thrown.
public enum CommitAttempt {
  /// Whether an attempt before this one may have been carried out: it was cut off, or nothing is known of
  /// what became of it.
  ///
  /// It can be read from any task that the commit has started; outside of a commit it is false.
  public static var isRepeated: Bool { EffectProgress.meter?.isRepeated ?? false }
}

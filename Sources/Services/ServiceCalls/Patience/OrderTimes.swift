/// How long something takes that is ordered of a service: clients, and those who limit them, agree by it.
public enum OrderTimes {
  /// After how long an unanswered request can no longer be carried out, if a service says nothing else.
  public static let settling = Duration.seconds(60)

  /// How long an order takes at the most if one of its requests is not answered.
  ///
  /// It is looked for once that request can no longer be carried out, and sent again if there is no sign of
  /// it. A limit that is not longer than ``settling`` gives it up just before that.
  public static let withOneUnanswered = settling + NetworkTransport.Limits().answer * 2
}

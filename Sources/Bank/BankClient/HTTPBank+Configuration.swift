public import ServiceBasics
public import ServiceCalls

extension HTTPBank {
  /// How a client talks to its bank.
  public struct Configuration: Sendable {
    /// The bank's address.
    public var address: BankAddress

    /// What the client calls itself; the bank wants to know.
    public var userAgent: String

    /// How long a connection may take to be made.
    public var connectTimeout: Duration

    /// How long an answer may take, from the first byte sent to the last one received.
    public var requestTimeout: Duration

    /// After how long an unanswered request can no longer be carried out.
    ///
    /// If the API has no key to repeat it by, it is not sent again before.
    public var settlingTime: Duration

    /// The most bytes of an answer that are read.
    public var largestAnswer: Int

    /// How often and how long a bank that does not answer is asked again.
    public var patience: Patience

    /// The clock, the sleep and the dice.
    public var timing: Timing

    /// Makes a configuration.
    public init(
      address: BankAddress, userAgent: String = "Flowline", connectTimeout: Duration = .seconds(10),
      requestTimeout: Duration = .seconds(30), settlingTime: Duration = OrderTimes.settling,
      largestAnswer: Int = 16 * 1024 * 1024, patience: Patience = Patience(),
      timing: Timing = Timing()
    ) {
      self.address = address
      self.userAgent = userAgent
      self.connectTimeout = connectTimeout
      self.requestTimeout = requestTimeout
      self.settlingTime = settlingTime
      self.largestAnswer = largestAnswer
      self.patience = patience
      self.timing = timing
    }
  }
}

public import Days
public import FoundationEssentials

extension Day {
  /// The day it is at a moment, in the environment's time zone.
  public init(_ moment: Date, in environment: FlowEnvironment) {
    self.init(moment, in: environment.calendar)
  }
}

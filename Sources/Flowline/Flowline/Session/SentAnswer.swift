/// An answer on its way to its question, and how it is meant.
struct SentAnswer {
  enum Manner {
    /// As a person or a program gives it.
    case plain
    /// What there is to warn of has been seen.
    case acknowledged
    /// It was taken before and is taken again: nothing is asked back about it, nor found out outside.
    case stood
    /// A script has it that it was refused with this code, which may be a warning's.
    indirect case refused(Refusal.Code)
  }

  let answer: Answer
  let manner: Manner

  init(_ answer: Answer, _ manner: Manner = .plain) {
    self.answer = answer
    self.manner = manner
  }

  init(_ answer: Answer, acknowledging isAcknowledged: Bool) {
    self.init(answer, isAcknowledged ? .acknowledged : .plain)
  }

  /// Whether it was taken before.
  var hasStood: Bool {
    if case .stood = manner { true } else { false }
  }

  /// Whether it is taken although something is asked back about it.
  func passes(_ warning: Refusal) -> Bool {
    switch manner {
    case .plain: false
    case .acknowledged, .stood: true
    case .refused(let code): warning.code != code
    }
  }

  /// What is to be asked back about the answer before it is taken.
  func warning<Asked: Screen>(
    of screen: Asked, about value: Asked.Output, in environment: FlowEnvironment
  ) -> Refusal? {
    switch manner {
    case .acknowledged, .stood: return nil
    case .plain, .refused:
      let warning = screen.warning(about: value, in: environment)
      return warning.flatMap { passes($0) ? nil : $0 }
    }
  }
}

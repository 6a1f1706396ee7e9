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

  /// What is to be asked back about the answer before it is taken.
  func warning<Asked: Screen>(
    of screen: Asked, about value: Asked.Output, in environment: FlowEnvironment
  ) -> Refusal? {
    switch manner {
    case .acknowledged, .stood: return nil
    case .plain: return screen.warning(about: value, in: environment)
    case .refused(let code):
      let warning = screen.warning(about: value, in: environment)
      return warning?.code == code ? warning : nil
    }
  }
}

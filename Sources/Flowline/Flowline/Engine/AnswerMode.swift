extension Engine {
  /// How an answer is meant.
  enum AnswerMode: Hashable, Sendable {
    /// As a person or a program gives it.
    case plain
    /// What there is to warn of has been seen.
    case acknowledged
    /// It was taken before and is taken again: nothing is asked back about it, nor found out.
    case stood
    /// A script has it that it was refused with this code, which may be a warning's or a check's.
    case refused(Refusal.Code)

    /// Whether an answer is taken although something is asked back about it.
    func passes(_ warning: Refusal.Code) -> Bool {
      switch self {
      case .plain: false
      case .acknowledged, .stood: true
      case .refused(let code): warning != code
      }
    }

    /// Whether the screen is asked what there is to warn of.
    var mayBeWarned: Bool {
      switch self {
      case .plain, .refused: true
      case .acknowledged, .stood: false
      }
    }
  }
}

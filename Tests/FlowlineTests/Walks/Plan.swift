import Flowline

/// A flow as data: what a walk's flow does, and what its model is told that it does.
struct Plan: Sendable, Equatable {
  var id: StepID
  var steps: [Step]

  indirect enum Step: Sendable, Equatable {
    case ask(PlannedQuestion)
    case run(Plan, hasHandler: Bool, Manner)
    case load(PlannedEffect)
    case commit(PlannedEffect)
    /// One way where the sum of all results so far is even, another where it is odd.
    case fork(even: [Step], odd: [Step])
    case fail(String)
    case decline
  }

  /// What a parent does when its child has no result.
  enum Manner: Sendable, Equatable, CaseIterable {
    /// It ends the same way.
    case follow
    /// It asks for the outcome and goes on.
    case goOn
    /// It catches whatever is thrown and goes on, also where it is to end itself.
    case swallow
  }
}

struct PlannedQuestion: Sendable, Equatable {
  var id: StepID
  var kind: Kind
  var isSensitive = false
  var isSkippedByBack = false
  /// Whether its second good answer is asked back about.
  var isDoubtful = false
  var check = Check.none

  /// Whether answers are found out about outside, where the second good one is refused.
  enum Check: Sendable, Equatable, CaseIterable {
    case none, atOnce, late
  }

  enum Kind: Sendable, Equatable, CaseIterable {
    case number, confirm, choice, choices, text, review, date, longText, decimal, path
  }

  struct Good: Sendable, Equatable {
    let typed: String
    let recorded: JSONValue
    /// What it adds to its flow's sum.
    let worth: Int
  }

  struct Bad: Sendable, Equatable {
    let typed: String
    let code: Refusal.Code
  }

  /// A secret is always the same, for a session that is rebuilt is given it again.
  var good: [Good] {
    let all: [Good] =
      switch kind {
      case .number:
        [.init(typed: "3", recorded: 3, worth: 3), .init(typed: " 8 ", recorded: 8, worth: 8)]
      case .confirm:
        [
          .init(typed: "да", recorded: true, worth: 1),
          .init(typed: "no", recorded: false, worth: 0),
        ]
      case .choice:
        [
          .init(typed: "green", recorded: "green", worth: 1),
          .init(typed: "black", recorded: "black", worth: 2),
        ]
      case .choices:
        [
          .init(typed: "green, black", recorded: ["green", "black"], worth: 3),
          .init(typed: "2", recorded: ["black"], worth: 2),
        ]
      case .text:
        [
          .init(typed: "tea", recorded: "tea", worth: 3),
          .init(typed: "чай\"\\", recorded: "чай\"\\", worth: 5),
        ]
      case .review: [.init(typed: "", recorded: true, worth: 1)]
      case .date:
        [
          .init(typed: "2026-11-20", recorded: "2026-11-20", worth: 20),
          .init(typed: "2027-01-01", recorded: "2027-01-01", worth: 1),
        ]
      case .longText:
        [
          .init(typed: "a\r\nb", recorded: "a\nb", worth: 3),
          .init(typed: "один\n\nдва", recorded: "один\n\nдва", worth: 9),
        ]
      case .decimal:
        [
          .init(typed: "1.5", recorded: "1.50", worth: 2),
          .init(typed: " 7 ", recorded: "7.00", worth: 7),
        ]
      case .path:
        [
          .init(typed: "/etc/hosts", recorded: "/etc/hosts", worth: 10),
          .init(typed: "~/a b", recorded: "~/a b", worth: 5),
        ]
      }
    return isSensitive ? [all[0]] : all
  }

  /// Whether an answer is the one that may be asked back about, and that a check refuses.
  func isSecond(_ number: Int) -> Bool { good.count > 1 && number % good.count == 1 }

  var bad: [Bad] {
    switch kind {
    case .number: [.init(typed: "x", code: .notANumber), .init(typed: "12", code: .tooHigh)]
    case .confirm: [.init(typed: "maybe", code: .notYesOrNo), .init(typed: "", code: .empty)]
    case .choice, .choices: [.init(typed: "zzz", code: .notAChoice)]
    case .text: [.init(typed: "", code: .empty), .init(typed: "far too long", code: .tooLong)]
    case .review: [.init(typed: "what?", code: "not-continued")]
    case .date: [.init(typed: "soon", code: .notADate)]
    case .longText:
      [.init(typed: " \n ", code: .empty), .init(typed: "a\u{7}", code: .unprintable)]
    case .decimal: [.init(typed: "x", code: .notANumber), .init(typed: "12", code: .tooHigh)]
    case .path: [.init(typed: "a\u{0}b", code: .unprintable)]
    }
  }
}

struct PlannedEffect: Sendable, Equatable {
  var id: StepID
  var value: Int
  /// Whether it replies only when the walk says so.
  var isLate = false
  /// Whether it is refused, if it is a commit: a load that throws is held.
  var fails = false
  /// Whether its flow continues when it is refused.
  var isCaught = false

  /// What its failure says.
  var message: String { "no \(id) \(value)" }
}

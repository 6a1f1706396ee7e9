import Flowline

extension PromptCommand {
  /// All commands, in the order of the help.
  package static let table: [PromptCommand] = moving + looking + sessions + recording + rest

  /// The command of an id.
  package static func of(_ id: ID) -> PromptCommand? { table.first { $0.id == id } }

  /// The command of a name without a colon, in any language.
  package static func named(_ name: String) -> PromptCommand? {
    let name = name.lowercased()
    return table.first { $0.names.contains(name) }
  }

  private static let moving = [
    PromptCommand(
      id: .back, topic: .moving, place: .inside, isCommon: true,
      refusal: { $0.back.refusal }),
    PromptCommand(
      id: .cancel, topic: .moving, arguments: [.optional(.flow)], place: .inside,
      example: "new-goal", isDestructive: true, isCommon: true,
      refusal: { $0.cancel.refusal }),
    PromptCommand(
      id: .help, topic: .looking, arguments: [.optional(.subject)],
      place: .everywhere, example: "moving", isCommon: true),
    PromptCommand(
      id: .why, topic: .looking, place: .inside, isCommon: true),
    PromptCommand(
      id: .review, topic: .moving, arguments: [.optional(.number)],
      place: .inside, example: "2", isCommon: true),
    PromptCommand(
      id: .goto, topic: .moving, arguments: [.needed(.step)],
      place: .inside, example: "amount"),
    PromptCommand(
      id: .undo, topic: .moving, place: .inside, isCommon: true),
    PromptCommand(id: .redo, topic: .moving, place: .inside),
    PromptCommand(id: .draft, topic: .answering, place: .inside),
  ]

  private static let looking = [
    PromptCommand(id: .more, topic: .looking, place: .inside),
    PromptCommand(
      id: .save, topic: .looking, arguments: [.optional(.file)], place: .inside,
      example: "Documents"),
    PromptCommand(id: .state, topic: .looking, place: .inside),
    PromptCommand(
      id: .history, topic: .answering, arguments: [.optional(.count)],
      place: .everywhere, example: "5"),
    PromptCommand(id: .errors, topic: .looking, place: .everywhere),
  ]

  private static let sessions = [
    PromptCommand(
      id: .list, topic: .looking, place: .outside, isCommon: true),
    PromptCommand(
      id: .sessions, topic: .sessions, place: .outside, isCommon: true),
    PromptCommand(
      id: .resume, topic: .sessions, arguments: [.optional(.session)],
      place: .outside, example: "last", isCommon: true),
    PromptCommand(
      id: .forget, topic: .sessions, arguments: [.needed(.session)],
      place: .outside, example: "last", isDestructive: true),
  ]

  private static let recording = [
    PromptCommand(
      id: .record, topic: .recording, arguments: [.needed(.file)],
      place: .inside, example: "walk.flow"),
    PromptCommand(
      id: .source, topic: .recording, arguments: [.needed(.file)],
      place: .everywhere, example: "answers.txt"),
    PromptCommand(
      id: .report, topic: .recording, arguments: [.needed(.file)],
      place: .everywhere, example: "failure.flow"),
  ]

  private static let rest = [
    PromptCommand(
      id: .lock, topic: .settings, arguments: [.optional(.pin)], place: .everywhere,
      example: "new"),
    PromptCommand(
      id: .set, topic: .settings,
      arguments: [.optional(.setting), .optional(.value)], place: .everywhere,
      example: "plain on"),
    PromptCommand(
      id: .lang, topic: .settings, arguments: [.optional(.language)],
      place: .everywhere, example: "ru"),
    PromptCommand(
      id: .quit, topic: .moving, place: .everywhere,
      isCommon: true),
  ]
}

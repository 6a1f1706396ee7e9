import Flowline

extension ReplCommand {
  /// All commands, in the order of the help.
  package static let table: [ReplCommand] = moving + looking + sessions + recording + rest

  /// The command of an id.
  package static func of(_ id: ID) -> ReplCommand? { table.first { $0.id == id } }

  /// The command of a name without a colon, in either language.
  package static func named(_ name: String) -> ReplCommand? {
    let name = name.lowercased()
    return table.first { $0.names.contains(name) }
  }

  private static let moving = [
    ReplCommand(
      id: .back, russianName: "назад", topic: .moving, place: .inside, isCommon: true,
      refusal: { $0.back.refusal }),
    ReplCommand(
      id: .cancel, russianName: "отмена", topic: .moving, place: .inside, isCommon: true,
      refusal: { $0.cancel.refusal }),
    ReplCommand(
      id: .help, russianName: "помощь", topic: .looking, arguments: [.optional(.subject)],
      place: .everywhere, example: "moving", isCommon: true),
    ReplCommand(
      id: .why, russianName: "зачем", topic: .looking, place: .inside, isCommon: true),
    ReplCommand(
      id: .review, russianName: "обзор", topic: .moving, arguments: [.optional(.number)],
      place: .inside, example: "2", isCommon: true),
    ReplCommand(
      id: .goto, russianName: "перейти", topic: .moving, arguments: [.needed(.step)],
      place: .inside, example: "amount"),
    ReplCommand(
      id: .undo, russianName: "вернуть", topic: .moving, place: .inside, isCommon: true),
    ReplCommand(id: .redo, russianName: "повторить", topic: .moving, place: .inside),
    ReplCommand(id: .draft, russianName: "черновик", topic: .answering, place: .inside),
  ]

  private static let looking = [
    ReplCommand(id: .state, russianName: "состояние", topic: .looking, place: .inside),
    ReplCommand(
      id: .history, russianName: "история", topic: .answering, arguments: [.optional(.count)],
      place: .everywhere, example: "5"),
    ReplCommand(id: .errors, russianName: "ошибки", topic: .looking, place: .everywhere),
  ]

  private static let sessions = [
    ReplCommand(
      id: .list, russianName: "список", topic: .looking, place: .outside, isCommon: true),
    ReplCommand(
      id: .sessions, russianName: "сеансы", topic: .sessions, place: .outside, isCommon: true),
    ReplCommand(
      id: .resume, russianName: "продолжить", topic: .sessions, arguments: [.optional(.session)],
      place: .outside, example: "last", isCommon: true),
    ReplCommand(
      id: .forget, russianName: "забыть", topic: .sessions, arguments: [.needed(.session)],
      place: .outside, example: "last"),
  ]

  private static let recording = [
    ReplCommand(
      id: .record, russianName: "запись", topic: .recording, arguments: [.needed(.file)],
      place: .inside, example: "walk.flow"),
    ReplCommand(
      id: .source, russianName: "выполнить", topic: .recording, arguments: [.needed(.file)],
      place: .everywhere, example: "answers.txt"),
  ]

  private static let rest = [
    ReplCommand(
      id: .set, russianName: "настройка", topic: .settings,
      arguments: [.optional(.setting), .optional(.value)], place: .everywhere,
      example: "plain on"),
    ReplCommand(
      id: .lang, russianName: "язык", topic: .settings, arguments: [.optional(.language)],
      place: .everywhere, example: "ru"),
    ReplCommand(
      id: .quit, otherNames: ["exit"], russianName: "выход", topic: .moving, place: .everywhere,
      isCommon: true),
  ]
}

import ArgumentParser
import Flowline
import FlowlineTerminal

/// The manual page, of what the parser tells of itself and of the table of the prompt's commands.
struct ManualPage {
  /// The root command, as the parser describes it.
  let root: JSONValue
  /// The program's own files.
  let files: [ProgramFile]
  let words: Words
  /// The words of the prompt.
  let terminal: Words

  var roff: String {
    var roff = Roff()
    let name = root["commandName"]?.string ?? ""
    let version = "\(name) \(Program.current.version)".trimmingSpaces
    roff.macro("TH", name.uppercased(), "1", "", version)
    roff.macro("SH", words("manual.name"))
    roff.lines("\(name) - \(root["abstract"]?.string ?? "")")
    roff.macro("SH", words("manual.synopsis"))
    for command in subcommands { roff.paragraph(synopsis(of: command)) }
    roff.macro("SH", words("manual.description"))
    roff.paragraph(root["discussion"]?.string ?? "")
    roff.macro("SH", words("manual.commands"))
    for command in subcommands { add(command: command, to: &roff) }
    roff.macro("SH", words("manual.options"))
    for option in commonOptions { add(argument: option, to: &roff) }
    roff.macro("SH", words("manual.prompt"))
    roff.paragraph(words("manual.prompt.text"))
    addPromptCommands(to: &roff)
    roff.macro("SH", words("manual.status"))
    for status in ExitStatus.allCases {
      roff.item(String(status.rawValue), words("exit.\(status.rawValue)"))
    }
    roff.paragraph(words("manual.status.messages", .string("--protocol jsonl")))
    roff.macro("SH", words("manual.environment"))
    for variable in Self.variables { roff.item(variable, words("manual.variable.\(variable)")) }
    let paths = self.paths(of: name)
    roff.item(folders(of: paths.map { $0.0 }), words("manual.folders"))
    roff.macro("SH", words("manual.files"))
    for (path, meaning) in paths { roff.item(path, meaning) }
    return roff.text
  }

  /// The files of every program, and those of this one.
  private func paths(of name: String) -> [(String, String)] {
    let state = "$XDG_STATE_HOME/\(name)"
    let all: [(String, String)] = [
      ("\(state)/sessions", words("manual.files.sessions")),
      ("\(state)/history", words("manual.files.history")),
      ("\(state)/pin", words("manual.files.pin")),
    ]
    let own: [(String, String)] = files.map { ($0.path, words($0.meaning)) }
    return all + own
  }

  /// The variables that paths begin with, each once.
  private func folders(of paths: [String]) -> String {
    var names: [String] = []
    for path in paths where path.hasPrefix("$") {
      let name = String(path.dropFirst().prefix { $0 != "/" })
      if !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: ", ")
  }

  private static let variables = [
    "LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "LC_ALL, LC_CTYPE, LANG", "ACCESSIBLE", "NO_COLOR",
    "FORCE_COLOR", "CLICOLOR_FORCE", "TERM", "COLORTERM", "FLOWLINE_BACKGROUND, COLORFGBG",
    "VISUAL, EDITOR",
  ]

  private var subcommands: [JSONValue] {
    root["subcommands"].elements.filter { $0["commandName"] != "help" }
  }

  /// The subcommand that prints this page.
  ///
  /// It takes the options that subcommands have in common, and no others.
  static let command = "manual"

  /// The options that subcommands have in common, which are listed once.
  private var commonOptions: [JSONValue] {
    let manual = subcommands.first { $0["commandName"]?.string == Self.command }
    return manual?["arguments"].elements ?? []
  }

  private func ownArguments(of command: JSONValue) -> [JSONValue] {
    let common = commonOptions
    return command["arguments"].elements.filter { !common.contains($0) }
  }

  private func synopsis(of command: JSONValue) -> String {
    let name = "\(root["commandName"]?.string ?? "") \(command["commandName"]?.string ?? "")"
    let arguments = ownArguments(of: command).map(\.usage)
    return ([name] + arguments).joined(separator: " ")
  }

  private func add(command: JSONValue, to roff: inout Roff) {
    roff.macro("SS", synopsis(of: command))
    roff.lines(command["abstract"]?.string ?? "")
    if let discussion = command["discussion"]?.string { roff.paragraph(discussion) }
    for argument in ownArguments(of: command) { add(argument: argument, to: &roff) }
  }

  private func add(argument: JSONValue, to roff: inout Roff) {
    var text = argument["abstract"]?.string ?? argument["discussion"]?.string ?? ""
    let values = argument["allValues"].elements.compactMap(\.string)
    if !values.isEmpty {
      text += " " + words("manual.values", .string(values.joined(separator: ", ")))
    }
    if let value = argument["defaultValue"]?.string, !value.isEmpty {
      text += " " + words("manual.default", .string(value))
    }
    roff.item(argument.term, text)
  }

  private func addPromptCommands(to roff: inout Roff) {
    for command in PromptCommand.table {
      let isInside = command.place != .outside
      roff.item(
        command.usage(terminal, inside: isInside),
        terminal(command.summaryKey(inside: isInside)))
    }
  }
}

extension JSONValue {
  /// How an argument is typed, in brackets where it may be left out.
  fileprivate var usage: String {
    let usage = self["kind"] == "positional" ? place : term
    let isRepeating = self["isRepeating"] == true ? "..." : ""
    return self["isOptional"] == true || self["kind"] != "positional"
      ? "[\(usage)]\(isRepeating)" : usage + isRepeating
  }

  /// An option's names with its value, or an argument's place.
  fileprivate var term: String {
    guard self["kind"] != "positional" else { return place }
    let names = self["names"].elements.compactMap { name -> String? in
      guard let word = name["name"]?.string else { return nil }
      return (name["kind"] == "long" ? "--" : "-") + word
    }
    let value = self["kind"] == "option" ? " \(place)" : ""
    return names.joined(separator: ", ") + value
  }

  private var place: String { (self["valueName"]?.string ?? "").uppercased() }
}

extension JSONValue? {
  /// The elements, where this is a list.
  fileprivate var elements: [JSONValue] {
    if case .array(let elements)? = self { elements } else { [] }
  }
}

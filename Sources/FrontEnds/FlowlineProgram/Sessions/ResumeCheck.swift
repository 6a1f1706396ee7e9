import Flowline
import FlowlineTerminal
import FoundationEssentials

/// What is to be known of a kept session before anything of it runs.
struct ResumeCheck {
  private let run: SessionRun
  /// What the session is called on a command line.
  private let name: String
  /// What it was started with.
  private let environment: FlowEnvironment
  private let missing: [(file: KeptFile, path: String)]

  private var words: Words { run.world.words }

  /// Looks into a session's record; nil if resuming it says what is wrong with it.
  ///
  /// - Parameters:
  ///   - record: the session's record; it stays open.
  ///   - name: what the session is called on a command line.
  ///   - run: where it is to be resumed.
  /// - Throws: ``StoreFailure`` if the files beside the record cannot be read.
  init?(
    of record: any SessionRecord, named name: String, in run: SessionRun
  ) throws(StoreFailure) {
    guard let script = try? Script(parsing: try record.contents()),
      !run.world.isOther(than: script.world)
    else { return nil }
    (self.run, self.name) = (run, name)
    environment = script.environment(or: run.world.environment)
    missing = try (record.files as? SidecarFiles)?.missing(of: script) ?? []
  }

  /// Why the session is not resumed; nil if it is.
  ///
  /// A person who answers can choose a missing file once more; for a program that would end in the middle.
  var refusal: RunEnding? {
    if !missing.isEmpty, !run.options.isWatched(run.world.settings) {
      let message = missingText + " " + words("resume.missing-file.refused", .string(name))
      return .failure(message, code: "missing-file", words: words)
    }
    let isReadOtherwise = unused.contains { $0.readsAnswers }
    if isReadOtherwise, !run.options.given.answer.isEmpty || run.options.given.answers != nil {
      let message = unusedText + " " + words("resume.settings.refused", .string(name))
      return .failure(message, code: "settings", status: .usage, words: words)
    }
    return nil
  }

  /// What a person is told before the first question.
  var remarks: [String] {
    var remarks: [String] = []
    if !unused.isEmpty { remarks.append(unusedText) }
    if !missing.isEmpty { remarks.append(missingText + " " + words("resume.missing-file.choose")) }
    if let file = run.place.file, (try? OpenFile(file, waits: false))?.isOpenToOthers == true {
      remarks.append(words("resume.open-to-others", .string(ShellWord.quoted(file))))
    }
    return remarks
  }

  // MARK: - Files

  private var missingText: String {
    missing.map { file, path in
      words("resume.missing-file", .string(OneLine.text(file.name)), .string(OneLine.text(path)))
    }.joined(separator: " ")
  }

  // MARK: - Settings

  /// A setting of the command line that a session does not take, since it keeps its own.
  private struct Setting {
    let option: String
    let own: String
    let given: String
    /// Whether answers are read by it.
    var readsAnswers = true
  }

  private var unused: [Setting] {
    let settings = run.world.settings
    let here = run.world.environment
    var unused: [Setting] = []
    if let given = settings.locale {
      let own = environment.locale.identifier
      // The language may have been chosen by itself.
      let same = LocaleChoice(locale: given, language: environment.language).identifier
      if same != own { unused.append(Setting(option: "--locale", own: own, given: given)) }
    }
    if let given = settings.timeZone {
      let own = environment.timeZone.identifier
      if here.timeZone.identifier != own {
        unused.append(Setting(option: "--time-zone", own: own, given: given))
      }
    }
    if let given = settings.now, here.now != environment.now {
      unused.append(
        Setting(
          option: "--now", own: environment.now.timestamp, given: given, readsAnswers: false))
    }
    return unused
  }

  private var unusedText: String {
    func options(_ value: (Setting) -> String) -> String {
      unused.map { "\($0.option) \(ShellWord.quoted(value($0)))" }.joined(separator: " ")
    }
    return words(
      "resume.settings", .string(options { $0.own }),
      .string(OneLine.text(options { $0.given })))
  }
}

extension World {
  /// Whether a session of a world with this name belongs elsewhere.
  ///
  /// - Parameter recorded: the name; nil if the session does not say, and fits any.
  func isOther(than recorded: String?) -> Bool {
    guard let recorded, let name else { return false }
    return recorded != name
  }
}

public import Flowline
import FlowlineTerminal
public import FoundationEssentials

/// What holds for one run of a program: its name, its folders, its language and its clock.
public struct ProgramRun: Sendable {
  /// What the program is called on a command line.
  public let program: String
  /// How texts, amounts and days are written.
  public let locale: Locale
  /// The zone in which days begin.
  public let timeZone: TimeZone
  /// The time that `--now` says; nil if the system's clock counts.
  private let fixedNow: Date?

  /// Makes a run of the current program.
  init(_ settings: Settings) throws {
    program = Program.name
    let choice = LocaleChoice(locale: settings.locale, language: settings.language)
    // The environment may name a locale of which there are no data.
    locale = Locale.known(choice.identifier) ?? Locale(identifier: choice.identifier)
    if let zone = settings.timeZone {
      guard let timeZone = TimeZone(identifier: zone) else {
        throw Usage.fault("usage.time-zone", zone)
      }
      self.timeZone = timeZone
    } else {
      timeZone = .current
    }
    fixedNow = try settings.now.map(Self.moment)
  }

  /// The moment that `--now` names.
  private static func moment(_ text: String) throws -> Date {
    do throws(FixedMoment.Fault) {
      return try FixedMoment.read(text)
    } catch {
      switch error {
      case .notATime: throw Usage.fault("usage.now", text)
      case .outsideYears:
        let years = FixedMoment.years
        throw Usage.fault("usage.now.years", String(years.lowerBound), String(years.upperBound))
      }
    }
  }

  /// The time now: the system's, or always what `--now` says.
  public var now: Date { fixedNow ?? Date() }

  /// What a session that starts now sees.
  public var environment: FlowEnvironment {
    FlowEnvironment(locale: locale, timeZone: timeZone, now: now)
  }

  /// The folder for the program's data in the XDG data directory.
  ///
  /// It may not be there yet.
  public var dataFolder: String { FilePath.data(of: program) }

  /// The folder for what can be got again in the XDG cache directory.
  ///
  /// It may not be there yet.
  public var cacheFolder: String { FilePath.cache(of: program) }

  /// The command's own words.
  var words: Words { Words(environment, from: Program.texts) }
}

import ArgumentParser
import Bank
import FoundationEssentials
import Logging
import ServiceBasics

/// A moment on the command line; of a day alone its noon in UTC.
struct Moment: ExpressibleByArgument {
  let time: Timestamp

  init?(argument: String) {
    guard let time = Timestamp(argument) ?? Timestamp("\(argument)T12:00:00Z") else {
      return nil
    }
    self.time = time
  }
}

/// A locale on the command line, such as `en_GB`.
struct LocaleName: ExpressibleByArgument {
  let text: String

  init(text: String) { self.text = text }

  init?(argument: String) {
    let language = argument.prefix { $0.isASCII && $0.isLetter }
    guard (2...3).contains(language.count) else { return nil }
    text = argument
  }

  var defaultValueDescription: String { text }
}

/// A time zone on the command line, such as `Europe/London`.
struct ZoneName: ExpressibleByArgument {
  let text: String
  let zone: TimeZone

  init(text: String, zone: TimeZone) {
    self.text = text
    self.zone = zone
  }

  init?(argument: String) {
    guard let zone = TimeZone(identifier: argument) else { return nil }
    self.init(text: argument, zone: zone)
  }

  var defaultValueDescription: String { text }
}

/// An address of a program on the command line, to which browsers are led back (RFC 6749, section 3.1.2): an
/// absolute one, without a fragment.
struct RedirectAddress: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    let scheme = argument.prefix { $0 != ":" }
    guard let first = scheme.first, first.isASCII, first.isLetter,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }),
      argument.count > scheme.count + 1,
      argument.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !argument.contains("#")
    else { return nil }
    text = argument
  }
}

/// How much is told.
struct LogLevel: ExpressibleByArgument {
  let level: Logger.Level

  init(_ level: Logger.Level) { self.level = level }

  init?(argument: String) {
    guard let level = Logger.Level(rawValue: argument) else { return nil }
    self.init(level)
  }

  var defaultValueDescription: String { level.rawValue }
}

import Bank
import Flowline

/// Says why a log-in is needed, and asks for the way.
struct LogInPage {
  /// How one logs in.
  enum Way: String, Codable, Sendable {
    case file, type, leave
  }

  let tokenFile: String?
  let hasToken: Bool
  var reason: BankError?

  var screen: some Screen<Way> {
    ChoiceScreen("way", options: options).page {
      if let reason {
        reason.headline
        reason.particulars
        reason.remedy
      } else if hasToken {
        Row("in-use")
      } else {
        Row("no-token")
      }
    }
  }

  private var options: [Option<Way>] {
    let file = tokenFile.map { [Option(Way.file, detail: Text(verbatim: $0))] } ?? []
    return file + [Option(.type), Option(.leave)]
  }
}

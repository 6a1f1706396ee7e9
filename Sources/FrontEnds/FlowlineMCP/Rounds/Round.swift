import Flowline
import FlowlineHost
import FoundationEssentials

/// A question that was put to a person through a client, and what is needed to take up the answer.
///
/// It travels sealed with the client, see ``RoundSeal``; what it says of the session is found there.
struct Round: Sendable, Hashable, Codable {
  /// How the person is asked.
  enum Mode: String, Sendable, Hashable, Codable {
    /// By a form of the client's.
    case form
    /// On a page of ours.
    case page
  }

  /// Names the round: it is answered once.
  var id: UUID
  /// Whose session it is.
  var user: String
  var session: UUID
  /// The question, see `StepToken`.
  var token: String
  /// How many answers the session had when it was put; nil in a round of an earlier version.
  var answers: Int?
  var mode: Mode
  /// The tool that was called, with a digest of its arguments.
  var call: String
  /// How many questions the call has asked, this one included.
  var number = 1
  /// How many times in a row the question was answered with nothing, or not yet on its page.
  var repeats = 0
  /// The last moment at which it is answered, in whole seconds since 1970.
  var expires: Int
  /// What was filled in on a page that was not taken, by its fields.
  var draft: [String: JSONValue] = [:]
  /// The fields that were asked.
  var fields: [String] = []

  /// Whether the person is asked back about an answer, and may have it taken all the same.
  var isAskedBack = false

  var key: SessionKey { SessionKey(UserID(user), session) }
}

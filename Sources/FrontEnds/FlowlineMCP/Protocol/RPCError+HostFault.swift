import Flowline
import FlowlineHost

extension RPCError {
  /// Why a host did not do what a request asked for.
  ///
  /// - Parameters:
  ///   - fault: what the host said.
  ///   - text: the same in words.
  init(_ fault: HostFault, _ text: String) {
    self.init(fault.isOfRoom ? .busy : .internal, text, data: .object(fault.told))
  }
}

extension HostFault {
  /// What a client is told besides the words: the code and, if it may try again, after how many seconds.
  var told: [String: JSONValue] {
    var members: [String: JSONValue] = ["code": .string(code.rawValue)]
    members["retryAfter"] = retrySeconds.map { .integer(Int64($0)) }
    return members
  }

  /// Whether there is no room for it now, and nothing is wrong with the call nor with what is kept.
  fileprivate var isOfRoom: Bool {
    switch code {
    case .busy, .full, .closing, .committing, .tooManySessions, .tooManyFiles: true
    default: false
    }
  }
}

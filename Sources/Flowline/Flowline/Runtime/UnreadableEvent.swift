/// Why an event cannot be read by the flow that waits for it.
struct UnreadableEvent {
  /// What is wrong, and where.
  let reason: String
  /// Whether it was told before.
  var wasTold = false

  static let toldBefore = UnreadableEvent(reason: "", wasTold: true)

  private init(reason: String, wasTold: Bool) {
    self.reason = reason
    self.wasTold = wasTold
  }

  /// - Parameter wanted: the type that is waited for.
  init(_ error: any Error, wanted: String) { reason = error.reason(wanting: wanted) }
}

extension Error {
  /// Why a value cannot be read, with the type that was to be read and the place in it.
  func reason(wanting type: String) -> String {
    guard let error = self as? DecodingError else { return "\(type) was expected: \(self)" }
    let (path, what) = error.place
    return "\(type) was expected\(path.isEmpty ? "" : " in \(path)"): \(what)"
  }
}

extension DecodingError {
  /// The member that does not fit, as in `lines.2.amount`, and what is wrong with it.
  fileprivate var place: (path: String, what: String) {
    let context: Context
    switch self {
    case .typeMismatch(_, let own), .valueNotFound(_, let own), .dataCorrupted(let own):
      context = own
    case .keyNotFound(let key, let own):
      return (Self.path(own.codingPath), "“\(key.stringValue)” is missing")
    @unknown default: return ("", "\(self)")
    }
    return (Self.path(context.codingPath), context.debugDescription)
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}

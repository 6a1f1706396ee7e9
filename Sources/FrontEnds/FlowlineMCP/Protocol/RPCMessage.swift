import Flowline

/// A message of JSON-RPC 2.0.
enum RPCMessage: Sendable, Hashable {
  /// The number or the name by which a request is answered.
  enum ID: Sendable, Hashable {
    case integer(Int64)
    case string(String)

    var json: JSONValue {
      switch self {
      case .integer(let number): .integer(number)
      case .string(let text): .string(text)
      }
    }

    init?(_ json: JSONValue?) {
      switch json {
      case .integer(let number)?: self = .integer(number)
      case .string(let text)?: self = .string(text)
      default: return nil
      }
    }
  }

  case request(ID, method: String, params: JSONValue)
  case notification(method: String, params: JSONValue)
  /// An answer to a request of ours; nil if it failed.
  case response(ID, result: JSONValue?)

  /// Reads a message.
  ///
  /// - Throws: ``RPCError`` that says where it is none.
  init(parsing text: String) throws(RPCError) { try self.init(Self.json(of: text)) }

  /// The JSON of a message's text.
  ///
  /// An object that has a member twice is none: what checks the headers, or a proxy, may have read the
  /// other one.
  ///
  /// - Throws: ``RPCError`` that says where it is none.
  static func json(of text: String) throws(RPCError) -> JSONValue {
    do {
      return try JSONValue(parsing: text)
    } catch {
      throw RPCError(
        .parse, "expected JSON: \(error.expected) at byte \(error.offset), got something else")
    }
  }

  /// Reads a message of its members.
  ///
  /// - Throws: ``RPCError``.
  init(_ json: JSONValue) throws(RPCError) {
    guard case .object(let members) = json, members["jsonrpc"]?.string == "2.0" else {
      throw RPCError(
        .invalidRequest, "expected one object with \"jsonrpc\": \"2.0\"; batches are not taken")
    }
    let params = members["params"] ?? [:]
    guard case .object = params else {
      throw RPCError(.invalidRequest, "expected an object as “params”, got another value")
    }
    let id = ID(members["id"])
    guard members["id"] == nil || id != nil else {
      throw RPCError(.invalidRequest, "expected a number or text as “id”, got another value")
    }
    if let method = members["method"]?.string {
      self =
        id.map { .request($0, method: method, params: params) }
        ?? .notification(method: method, params: params)
    } else if let id, members["result"] != nil || members["error"] != nil {
      self = .response(id, result: members["result"])
    } else {
      throw RPCError(.invalidRequest, "expected a “method”, a “result” or an “error”, got none")
    }
  }

  /// What the message is answered by; nil if it is no request.
  var requestID: ID? { if case .request(let id, _, _) = self { id } else { nil } }

  /// The message as it is sent.
  var json: JSONValue {
    switch self {
    case .request(let id, let method, let params):
      ["jsonrpc": "2.0", "id": id.json, "method": .string(method), "params": params]
    case .notification(let method, let params):
      ["jsonrpc": "2.0", "method": .string(method), "params": params]
    case .response(let id, let result):
      ["jsonrpc": "2.0", "id": id.json, "result": result ?? [:]]
    }
  }
}

/// Why a request is not done.
struct RPCError: Error, Sendable, Hashable {
  /// What went wrong, with the number that the protocol has for it.
  enum Code: Int64, Sendable, Hashable {
    case parse = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case `internal` = -32603
    /// More is asked for than the server does at once or has room for, or a write is being carried out in the session;
    /// the data say when to try again.
    case busy = -32010
    /// There is no such resource, up to 2025-11-25.
    case resourceNotFound = -32002
    case headerMismatch = -32020
    case unsupportedVersion = -32022

    /// The status of an answer over HTTP.
    var status: Int {
      switch self {
      case .parse, .invalidRequest, .invalidParams, .headerMismatch, .unsupportedVersion: 400
      case .methodNotFound: 404
      case .internal, .busy, .resourceNotFound: 200
      }
    }
  }

  let code: Code
  /// What was expected, what came and what to do.
  let message: String
  let data: JSONValue?

  init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  /// The answer that says so.
  ///
  /// - Parameter id: the request; nil if it could not be read.
  func response(to id: RPCMessage.ID?) -> JSONValue {
    var error: [String: JSONValue] = [
      "code": .integer(code.rawValue), "message": .string(message),
    ]
    error["data"] = data
    return ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": .object(error)]
  }
}

import Flowline
import FlowlineHost
import FlowlineMessages
import Hummingbird

/// What was sent with a request for an operation.
struct APIBody: Sendable {
  /// The body's members; none if the operation takes no JSON.
  let members: Members
  /// The body's bytes, if the operation takes a file.
  let bytes: [UInt8]

  /// Reads it.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - operation: what it asks for.
  ///   - host: has room for bodies.
  ///   - held: how many bytes room was taken for, also if this throws.
  init(
    of request: Request, for operation: Operation, at host: SessionHost, holding held: inout Int
  ) async throws {
    switch operation.body {
    case .none:
      members = try Members(.object([:]))
      bytes = []
    case .json:
      guard request.headers.sayJSON else {
        throw RequestFailure.wrongType("application/json")
      }
      let sent = try await Self.bytes(
        of: request, upTo: Operation.bodyLimit, at: host, holding: &held)
      bytes = []
      do throws(RequestFault) {
        guard let text = String(validating: sent, as: UTF8.self) else {
          throw RequestFault(expected: "UTF-8", got: "other bytes")
        }
        members = try Members(JSONValue(requesting: text))
        try members.allow(operation.members, with: operation.id)
      } catch {
        throw RequestFailure.fault(error)
      }
    case .file:
      members = try Members(.object([:]))
      bytes = try await Self.bytes(
        of: request, upTo: Operation.fileLimit, at: host, holding: &held)
    }
  }

  /// The whole body.
  ///
  /// - Throws: ``RequestFailure/tooLarge(limit:)`` before more is read than may be,
  ///   ``RequestFailure/cutOff``, or a `HostFault` if the host has no room for it.
  private static func bytes(
    of request: Request, upTo limit: Int, at host: SessionHost, holding held: inout Int
  ) async throws -> [UInt8] {
    do {
      return try await request.bytes(upTo: limit, at: host, holding: &held)
    } catch is BodyFault {
      throw RequestFailure.tooLarge(limit: limit)
    } catch let fault as HostFault {
      throw fault
    } catch {
      throw RequestFailure.cutOff
    }
  }
}

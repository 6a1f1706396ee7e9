public import Flowline

/// A client at the other end of two streams of lines, such as standard input and output.
///
/// A message is a line of JSON. At the end of the input everything under way is stopped; sessions are left
/// as they are.
public struct MCPStream: Sendable {
  private let connection: MCPConnection
  private let write: @Sendable (String) -> Void

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - server: what answers it.
  ///   - user: the owner of the sessions; over standard input, the user who runs the program.
  ///   - write: writes a line, with its end; it may be called from any task, and does not mix lines.
  public init(
    to server: MCPServer, of user: UserID, write: @escaping @Sendable (String) -> Void
  ) {
    connection = MCPConnection(to: server, of: user)
    self.write = write
  }

  /// Answers what is read, until it ends.
  ///
  /// - Parameter input: the bytes, in pieces of any size.
  public func run<Input: AsyncSequence & Sendable>(
    reading input: Input
  ) async where Input.Element == [UInt8], Input.Failure == Never {
    var lines = LineBuffer()
    await withDiscardingTaskGroup { group in
      for await bytes in input {
        for line in lines.take(bytes) { take(line, &group) }
      }
      for line in lines.end() { take(line, &group) }
      connection.close()
      group.cancelAll()
    }
  }

  private func take(_ line: LineBuffer.Line, _ group: inout DiscardingTaskGroup) {
    do throws(RPCError) {
      let message = try RPCMessage(line)
      // Messages are begun in the order in which they come, and done side by side.
      let work = connection.begin(message) { [write] json in write(json.text + "\n") }
      guard let work else { return }
      group.addTask { await work.value }
    } catch {
      write(error.response(to: nil).text + "\n")
    }
  }
}

extension RPCMessage {
  fileprivate init(_ line: LineBuffer.Line) throws(RPCError) {
    switch line {
    case .text(let text): try self.init(parsing: text)
    case .tooLong: throw RPCError(.invalidRequest, "a message may have 1 MiB; send less")
    case .unreadable: throw RPCError(.parse, "expected UTF-8, got other bytes")
    }
  }
}

import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// Writes an answer; of one to `HEAD` the head alone.
  init(_ reply: WrittenReply, method: String) {
    self.init(
      status: .init(code: reply.status), headers: HTTPFields(reply),
      body: method == "HEAD" || reply.body.isEmpty
        ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)))
    headers[.contentLength] = String(reply.body.count)
  }

  /// Promises the whole body, writes half of it and cuts the connection by throwing.
  init(cuttingShort reply: WrittenReply) {
    let half = ByteBuffer(bytes: reply.body.prefix(reply.body.count / 2))
    self.init(
      status: .init(code: reply.status), headers: HTTPFields(reply),
      body: ResponseBody(contentLength: reply.body.count) { writer in
        try await writer.write(half)
        throw CutOff()
      })
  }

  private struct CutOff: Error {}
}

extension HTTPFields {
  fileprivate init(_ reply: WrittenReply) {
    self.init()
    if let contentType = reply.contentType { self[.contentType] = contentType }
    for header in reply.headers {
      if let name = HTTPField.Name(header.name) {
        self[values: name].append(header.value)
      }
    }
  }
}

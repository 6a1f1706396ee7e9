import FlowlineTerminal
import FoundationEssentials
import Glibc

/// An event as a line of JSON.
struct Report: Codable {
  var event: String
  var text: String?
  var scalars: Int?
  var signal: Int32?
  var line: Int?
  var byteOffset: Int?
  var limit: Int?

  /// Adds the line to the file at `path`.
  func append(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var line = try Array(encoder.encode(self))
    line.append(UInt8(ascii: "\n"))
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    defer { close(descriptor) }
    guard descriptor >= 0, write(descriptor, line, line.count) == line.count else {
      throw ReportFailure()
    }
  }
}

struct ReportFailure: Error {}

extension Report {
  init(_ event: LineEvent) {
    switch event {
    case .line(let text): self.init("line", text)
    case .interrupted(let text): self.init("interrupted", text)
    case .endOfInput: self.init("endOfInput")
    case .back(let text): self.init("back", text)
    case .pasted(let text, let behind, let before):
      self.init("pasted", "\(behind)|\(text)|\(before)")
    case .woken(let text): self.init("woken", text)
    case .unlocked(let text): self.init("unlocked", text)
    case .terminated(let signal, let text):
      self.init("terminated", text)
      self.signal = signal
    case .invalidInput(let line, let byteOffset):
      self.init("invalidInput")
      (self.line, self.byteOffset) = (line, byteOffset)
    case .tooLong(let limit, let text):
      self.init("tooLong", text)
      self.limit = limit
    }
  }

  init(_ event: WaitEvent) {
    switch event {
    case .woken: self.init("woken")
    case .interrupted: self.init("interrupted")
    case .terminated(let signal):
      self.init("terminated")
      self.signal = signal
    case .timedOut: self.init("timedOut")
    }
  }

  init(_ event: LongTextEvent) {
    switch event {
    case .edited(let text): self.init("edited", text)
    case .failed(let failure): self.init("failed", "\(failure)")
    case .unavailable: self.init("unavailable")
    }
  }

  init(_ name: String, _ text: String? = nil) {
    event = name
    self.text = text
    scalars = text?.unicodeScalars.count
  }
}

import ArgumentParser
import Flowline
import FlowlinePostgres
import Foundation
import ServiceBasics

/// What is wrong with the options, said before anything is opened.
extension ServeOptions {
  func validate() throws {
    _ = try place()
    _ = try booksAddress()
    _ = try namedStore()
    guard store != nil || (journalKey == nil && tenant == nil) else {
      throw ValidationError("--tenant and --journal-key are for a database: name it with --store.")
    }
    guard journalKey != nil || (otherJournalKey.isEmpty && !journalKeyAcceptsPlain) else {
      throw ValidationError(
        "--other-journal-key and --journal-key-accepts-plain need --journal-key.")
    }
    try checkNumbers()
    try checkFolder()
    try checkHosts()
    try checkTexts()
    try checkWorld()
  }

  private func checkNumbers() throws {
    let many = 1...1_000_000_000
    let numbers: [(name: String, number: Int, range: ClosedRange<Int>)] = [
      ("--port", port ?? 0, 0...65_535),
      ("--store-connections", storeConnections, PostgresOptions.connectionCounts),
      ("--lock-after", lockAfter, 1...1_440), ("--sessions-in-memory", sessionsInMemory, many),
      ("--calls-per-minute", callsPerMinute, many), ("--sessions-in-all", sessionsInAll, many),
      ("--megabytes-per-customer", megabytesPerCustomer, many),
      ("--megabytes-in-all", megabytesInAll, many),
    ]
    for (name, number, range) in numbers where !range.contains(number) {
      throw ValidationError(
        """
        \(name) takes a number from \(range.lowerBound) to \(range.upperBound), not \(number).
        """)
    }
  }

  private func checkFolder() throws {
    guard !data.isEmpty else { throw ValidationError("--data takes a folder, not nothing.") }
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: data, isDirectory: &isFolder)
    guard !isThere || isFolder.boolValue else {
      throw ValidationError("--data takes a folder, and “\(data)” is a file.")
    }
  }

  private func checkHosts() throws {
    guard Self.isHost(host) else {
      throw ValidationError(
        "--host takes an address such as 127.0.0.1, without a port, not “\(host)”.")
    }
    for name in hostName where !Self.isHost(name) {
      throw ValidationError(
        """
        --host-name takes a name such as savings.example, without https://, a port or a path, not \
        “\(AddressText.withoutUser(name))”.
        """)
    }
  }

  /// Whether a text is a host's name or address as requests name it, a port aside.
  private static func isHost(_ text: String) -> Bool {
    // Of an address of IPv6 that is of one network alone, the name of that is behind a per cent sign.
    let bare = AddressText.bareHost(text).prefix { $0 != "%" }
    guard !bare.isEmpty, bare.allSatisfy(\.isASCII) else { return false }
    guard bare.contains(":") else {
      return bare.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
    }
    return bare.count(where: { $0 == ":" }) >= 2
      && bare.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
  }

  private func checkTexts() throws {
    guard 1...100 ~= name.count, !name.allSatisfy(\.isWhitespace) else {
      throw ValidationError("--name takes a text of 1 to 100 characters.")
    }
    if let tenant, !(1...100 ~= tenant.count) {
      throw ValidationError("--tenant takes a name of 1 to 100 characters.")
    }
  }

  private func checkWorld() throws {
    guard Locale.known(locale) != nil else {
      throw ValidationError("--locale takes a locale such as en_GB, not “\(locale)”.")
    }
    if let now, moment == nil {
      throw ValidationError("--now takes a moment such as 2026-11-20T12:00:00Z, not “\(now)”.")
    }
    if let timeZone, TimeZone(identifier: timeZone) == nil {
      throw ValidationError(
        "--time-zone takes a zone such as Europe/London, not “\(timeZone)”.")
    }
  }
}

/// How the host of `--host` and those of `--host-name` are written.
extension ServeOptions {
  /// The host to listen on, as a socket takes it.
  var boundHost: String { AddressText.bareHost(host) }

  /// The host to listen on, as addresses have it.
  var writtenHost: String { AddressText.host(host) }

  /// The host by which this computer's browsers reach it, as addresses have it.
  var nearHost: String {
    switch boundHost {
    case "0.0.0.0": "127.0.0.1"
    case "::": "[::1]"
    default: writtenHost
    }
  }

  /// The hosts that requests may name.
  var allowedHosts: [String] {
    ["localhost", "127.0.0.1", "[::1]", writtenHost] + hostName.map(AddressText.host)
  }
}

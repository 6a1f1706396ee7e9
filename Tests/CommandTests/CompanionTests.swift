import ArgumentParser
import Flowline
import FlowlineTerminal
import Foundation
import TestSupport
import Testing

@testable import FlowlineCommand
@testable import FlowlineProgram

struct CompanionTests {
  @Test func `it is searched beside the program, then in the search path`() {
    let companion = Companion(
      "mate", of: "/opt/bin/flowline", searchPath: "/usr/bin::relative:/:/sbin")
    #expect(companion.candidates == ["/opt/bin/mate", "/usr/bin/mate", "/mate", "/sbin/mate"])
  }

  @Test(arguments: [(nil, []), ("/flowline", ["/mate"])] as [(String?, [String])])
  func `the program's folder may be unknown, or the root`(program: String?, found: [String]) {
    #expect(Companion("mate", of: program, searchPath: nil).candidates == found)
  }

  @Test func `only a file that can be run is one, and never the program itself`() throws {
    let temporary = try TemporaryFolder()
    let folder = URL(filePath: temporary.path)
    func make(_ path: String, mode: Int = 0o700) throws -> String {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
      return file.path
    }
    let program = try make("own/flowline")
    let search = ["folder", "plain", "itself", "good"].map { folder.appending(path: $0).path }
    try FileManager.default.createDirectory(
      atPath: search[0] + "/mate", withIntermediateDirectories: true)
    _ = try make("plain/mate", mode: 0o600)
    try FileManager.default.createDirectory(
      atPath: search[2], withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: search[2] + "/mate", withDestinationPath: program)
    let companion = Companion(
      "mate", of: program, searchPath: search.joined(separator: ":"))
    #expect(companion.path == nil)
    let good = try make("good/mate")
    #expect(companion.path == good)
    let beside = try make("own/mate")
    #expect(companion.path == beside)
  }

  @Test func `the bank in a file needs none, and neither does a line that is being typed`() throws {
    let run = try ProgramRun(Settings())
    for use in [ProgramUse.running(isWatched: true), .listing, .suggesting] {
      let world = try FlowlineOptions.parse(["--data", "/bank"]).world(for: use, in: run)
      #expect(world.name == "--data /bank")
      #expect(world.catalog["round-up"] != nil)
    }
    let unset = try FlowlineOptions.withoutArguments().world(for: .listing, in: run).name
    #expect(try unset == FlowlineOptions.parse([]).world(for: .listing, in: run).name)
    let typed = try FlowlineOptions.parse(["--bank", "https://bank.example"])
    #expect(try typed.world(for: .suggesting, in: run).catalog["log-in"] != nil)
  }
}

import FlowlineTesting
import HTTPTypes
import HummingbirdTesting

@testable import Flowline
@testable import FlowlineWeb

/// Walks a script over pages: reads each page as a browser without a script does, and posts what a person
/// would type, choose and press there.
struct PageScript {
  private let recorded: RecordedScript
  private let client: WebClient
  private let session: String
  private let lines: [Script.Line]
  private var page: BrowserPage
  private var untold: [Int: Untold] = [:]
  private var forged: [Int] = []

  /// What a walk came to.
  struct Walked: Sendable {
    /// The last page.
    let page: BrowserPage
    /// The lines that do not come over a page, by their indices.
    let untold: [Int: Untold]
    /// The lines that answer what the page does not offer: no person can send them, but a program can.
    let forged: [Int]
  }

  /// Presses the flow's button on the first page.
  init(_ recorded: RecordedScript, _ client: WebClient, session: String) async throws {
    self.recorded = recorded
    self.client = client
    self.session = session
    lines = recorded.script.lines
    page = try BrowserPage(await client.get("/").text, at: "/")
    let action = "/start/\(recorded.script.flow)"
    guard let form = page.forms.first(where: { $0.action == action }) else {
      throw WalkFault("\(recorded.script.flow) is not offered: \(page.text)")
    }
    let sent = form.sent(
      pressing: form.buttons.first, changing: [FieldName.session: [session]])
    try await follow(client.post(action, sent), from: action, sent)
  }

  /// Does all that the script says.
  mutating func walk() async throws -> Walked {
    var index = 0
    while index < lines.count {
      do {
        let next = try await take(index)
        guard next > index else { throw WalkFault("the page asks something else: \(page.text)") }
        index = next
      } catch let fault as WalkFault {
        throw WalkFault("line \(lines[index].number): \(lines[index].entry.text)\n\(fault)")
      }
    }
    return Walked(page: page, untold: untold, forged: forged)
  }

  /// Does what a line says; returns the next one's index.
  private mutating func take(_ index: Int) async throws -> Int {
    let entry = lines[index].entry
    let wasLeft = index > 0 && lines[index - 1].entry.verb == .abandon
    switch entry.verb {
    // There are flows whose leaving is a step back.
    case .back where wasLeft: break
    case .answer, .refuse:
      guard let form = page.question else { throw WalkFault("the page asks nothing: \(page.text)") }
      guard form.fieldIDs.isEmpty else { return try await fill(form, from: index) }
      try await answer(entry, at: index, in: form)
    case .back: try await press(.back, on: page.form(with: FieldName.action, "back"))
    case .cancel where entry.leaveReason == .dismissed:
      try await press(.close, on: page.form(with: FieldName.action, "close"))
    case .cancel:
      try await open(page.link(to: "/leave"))
      try await press(.cancel, on: page.form(with: FieldName.action, "cancel"))
    case .language:
      let button = BrowserForm.Button(
        name: FieldName.language, value: entry.payload.json?.string ?? "")
      let form = try page.form(with: button.name, button.value)
      let sent = form.sent(pressing: button)
      try await follow(client.post(form.action, sent), from: form.action, sent)
    case .jump:
      let answer = lines[(index + 1)...].firstIndex { $0.entry.verb != .show } ?? lines.endIndex
      try await change(answer)
      return afterChange(answer + 1)
    case .event, .wait: throw WalkFault("no page does this")
    default: break
    }
    return index + 1
  }

  // MARK: - Answers

  private mutating func answer(
    _ entry: JournalEntry, at index: Int, in form: BrowserForm
  ) async throws {
    guard form.step?.hasSuffix(entry.id.rawValue) == true else {
      throw WalkFault("the page asks \(form.step ?? "")")
    }
    let posted = try PostedAnswer(
      recorded.answer(of: entry), in: form, named: FieldName.answer, recorded.environment.locale)
    if !posted.isOffered { forged.append(index) }
    let isWarned = form.has(FieldName.action, PageAction.acknowledge.rawValue)
    try await press(
      entry.verb == .answer && isWarned ? .acknowledge : .answer, posted.button, on: form,
      posted.fields)
    try expect(entry.verb == .refuse)
  }

  /// Whether the page tells of a refusal, which it must if the script does, and else must not.
  private func expect(_ isRefused: Bool) throws {
    guard page.isAlerting != isRefused else { return }
    throw WalkFault(isRefused ? "the page refuses nothing" : "refused: \(page.text)")
  }

  /// Fills in a form's page, as often as it is refused, and sends it.
  private mutating func fill(_ form: BrowserForm, from index: Int) async throws -> Int {
    var form = form
    var visit = FormVisit(lines, from: index, fields: form.fieldIDs)
    // The page begins with the fields that there are with what it offers; with what the script chooses others
    // may appear in their places, which the page is asked for.
    while !visit.answers.isEmpty, form.has(FieldName.action, PageAction.refresh.rawValue) {
      let before = form.fieldIDs
      try await press(.refresh, on: form, fields(visit.answers, in: form))
      guard let fresh = page.question, fresh.fieldIDs != before else { break }
      form = fresh
      visit = FormVisit(lines, from: index, fields: form.fieldIDs)
    }
    untold.merge(visit.untold) { $1 }
    for refused in visit.refusals {
      let entry = lines[refused].entry
      let given = try entry.refusedPage ?? [entry.id.rawValue: recorded.answer(of: entry)]
      var answers = visit.answers
      for (id, answer) in given { answers[StepID(id)] = answer }
      try await press(.answer, on: page.question ?? form, fields(answers, in: form))
      try expect(true)
    }
    guard visit.isComplete else { return visit.end }
    let last = page.question ?? form
    let isWarned = last.has(FieldName.action, PageAction.acknowledge.rawValue)
    try await press(isWarned ? .acknowledge : .answer, on: last, fields(visit.answers, in: last))
    try expect(false)
    return visit.end
  }

  private func fields(
    _ answers: [StepID: JSONValue], in form: BrowserForm
  ) throws -> [String: [String]] {
    var fields: [String: [String]] = [:]
    for (id, answer) in answers {
      let secret =
        answer.isRedactionMark ? RecordedScript.secrets[id].map { JSONValue.string($0) } : nil
      let posted = try PostedAnswer(
        secret ?? answer, in: form, named: FieldName.field(id.rawValue),
        recorded.environment.locale)
      fields.merge(posted.fields) { $1 }
    }
    return fields
  }

  /// Changes an answer that was given before, from the page of all answers.
  private mutating func change(_ index: Int) async throws {
    guard lines.indices.contains(index), lines[index].entry.verb == .answer else {
      throw WalkFault("a page changes an answer only by another one")
    }
    let entry = lines[index].entry
    try await open(page.link(to: "/answers"))
    let row = page.root.elements.last { element in
      element["data-answer"]?.split(separator: "/").last.map(String.init) == entry.id.rawValue
    }
    guard let link = row?.all("a").first?["href"] else {
      throw WalkFault("no answer of \(entry.id) is on the page: \(page.text)")
    }
    try await open(link)
    guard let form = page.question else { throw WalkFault("the page asks nothing: \(page.text)") }
    try await answer(entry, at: index, in: form)
  }

  /// The line that the page has come to after a change: answers behind it stand again by themselves.
  private func afterChange(_ index: Int) -> Int {
    guard let form = page.question else { return lines.endIndex }
    let asked =
      form.fieldIDs.map(\.rawValue)
      + [form.step?.split(separator: "/").last.map(String.init) ?? ""]
    let rest = lines[index...]
    return rest.firstIndex { line in
      line.entry.verb != .show
        && (line.entry.verb != .answer || asked.contains(line.entry.id.rawValue))
    } ?? rest.endIndex
  }

  // MARK: - Requests

  private mutating func press(
    _ action: PageAction, _ button: BrowserForm.Button? = nil, on form: BrowserForm,
    _ changes: [String: [String]] = [:]
  ) async throws {
    let usual = BrowserForm.Button(name: FieldName.action, value: action.rawValue)
    let isThere = form.has(usual.name, usual.value)
    // A choice of a menu that the page does not have is sent without its button.
    let sent = form.sent(pressing: button ?? (isThere ? usual : nil), changing: changes)
    try await follow(client.post(form.action, sent), from: form.action, sent)
  }

  private mutating func open(_ path: String) async throws {
    try await follow(client.get(path), from: path)
  }

  /// Comes to the page that an answer of the server leads to, once nothing is under way any more.
  private mutating func follow(
    _ reply: TestResponse, from path: String, _ sent: [(String, String)] = []
  ) async throws {
    var (reply, path) = (reply, path)
    while true {
      switch reply.status.code {
      case 303: path = reply.location
      case 307:
        path = reply.location
        reply = try await client.post(path, sent)
        continue
      case 200 where path.hasSuffix("/working"): await Task.yield()
      case 200, 422:
        page = try BrowserPage(reply.text, at: path)
        return
      default: throw WalkFault("\(path) was answered \(reply.status)")
      }
      reply = try await client.get(path)
    }
  }
}

extension BrowserForm {
  /// The ids of a form's fields; none if it asks one question.
  fileprivate var fieldIDs: Set<StepID> {
    let prefix = FieldName.field("")
    return Set(
      fields.filter { $0.name.hasPrefix(prefix) && !$0.name.contains("/") }
        .map { StepID(String($0.name.dropFirst(prefix.count))) })
  }
}

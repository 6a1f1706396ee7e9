import Books
import BooksClient
import Flowline

/// What an e-mail begins as.
struct EmailMaterial: Sendable {
  let facts: EmailFacts
  /// What the company’s template makes of it; nil if it could not be read.
  let template: EmailTemplate?
  /// Who may send it; at least one.
  let senders: [String]
  /// The document’s file, to look at before it is sent; nil if it could not be read.
  let pdf: KeptFile?
}

/// What was read of it, each by itself.
struct EmailReadings: Codable, Sendable {
  let facts: EmailFacts
  let template: BooksReply<EmailTemplate>
  let senders: BooksReply<[String]>
  /// Nil in what was recorded before there was a file to look at.
  let pdf: BooksReply<KeptFile>?
}

/// What an e-mail is to be.
struct EmailContents: Codable, Sendable, Equatable {
  var from: String
  var to: String
  var subject: String
  var body: String
  var copiesSender: Bool
  var attachesReceipts: Bool
  var files: [KeptFile]
}

/// The form by which an e-mail is written: one page, whose answers begin as the template has them.
struct EmailForm: Sendable {
  /// How large a file may be: 5 MB.
  static let largestFile = 5_242_880
  /// How many files go along at the most.
  static let mostFiles = 10

  /// The step that asks for a file, counted from 1; one that was kept is counted, too.
  static func step(ofFile number: Int) -> StepID { StepID("file-\(number)") }

  let material: EmailMaterial
  /// What was answered before; those answers are suggested again.
  var before: EmailContents?

  private let texts = EmailDocumentFlow.texts

  init(_ material: EmailMaterial, before: EmailContents? = nil) {
    self.material = material
    self.before = before
  }

  var form: Form<EmailContents> {
    Form("email-form", texts("form.\(document.kind.rawValue)", document.name)) { page in
      contents(of: &page)
    }
  }

  private var document: OutgoingDocument { material.facts.document }

  /// What the fields have before they are answered.
  private var start: EmailContents { before ?? material.begun }

  private func contents(of page: inout FormPage) -> EmailContents? {
    let from = sender(&page)
    let start = start
    let to = page.ask(
      RecipientsScreen("to", default: start.to.isEmpty ? nil : start.to)
        .refusing { [texts] addresses in
          EmailAddress.firstFault(in: addresses).map { fault in
            let isOneOfSeveral = fault.range.count < addresses.count
            let part = isOneOfSeveral ? fault.part : nil
            let text = part.map { part in
              addresses.mayHaveName(part, endingAt: fault.range.upperBound)
                ? texts("to.refusal.not-an-address.name", part)
                : texts("to.refusal.not-an-address.one", part)
            }
            return Refusal("not-an-address", text, range: fault.range)
          }
        })
    let subject = page.ask(
      TextScreen("subject", default: start.subject)
        .refusing("several-lines") { $0.hasControlCharacters }
        .warning("unfilled") { subject, _ in unfilled(subject) })
    let body = page.ask(bodyScreen)
    let copiesSender = page.ask(ConfirmScreen("copy", default: start.copiesSender))
    let attachesReceipts =
      document.billsExpenses
      ? page.ask(ConfirmScreen("receipts", default: start.attachesReceipts)) : false
    let files = files(&page)
    guard let from, let to, let subject, let body, let copiesSender, let attachesReceipts, let files
    else { return nil }
    return EmailContents(
      from: from, to: to, subject: subject, body: body, copiesSender: copiesSender,
      attachesReceipts: attachesReceipts, files: files)
  }

  /// One sender alone is not asked for.
  private func sender(_ page: inout FormPage) -> String? {
    let senders = material.keyedSenders
    guard senders.count > 1 else { return material.begun.from }
    let options = senders.map { Option($0.key, $0.sender, label: Text(verbatim: $0.sender)) }
    // One that was chosen before may not be verified any more.
    let usual = material.begun.from
    let standard =
      senders.first { $0.sender == start.from } ?? senders.first { $0.sender == usual }
    return page.ask(ChoiceScreen("from", options: options, default: standard?.key))
  }

  private var bodyScreen: some Screen<String> {
    let screen = LongTextScreen(
      "body", length: 0...10_000, default: before?.body ?? material.template?.body)
    let isAdHoc = material.template == nil
    return (isAdHoc ? screen.page { Row("no-template", mark: .failure) } : screen)
      .warning("unfilled") { body, _ in
        body.isEmpty ? texts("body.empty") : unfilled(body)
      }
  }

  private func unfilled(_ text: String) -> Text? {
    let tags = EmailText.unfilledTags(in: text)
    return tags.isEmpty ? nil : texts("unfilled", .string(tags.joined(separator: ", ")))
  }

  /// Files one after the other, until one is left out; those that were attached before are kept.
  private func files(_ page: inout FormPage) -> [KeptFile]? {
    var files: [KeptFile] = []
    if let attached = before?.files, !attached.isEmpty {
      let screen = ConfirmScreen("keep-files", default: true)
        .page { attached.map { Row(file: $0) } }
      guard let keeps = page.ask(screen) else { return nil }
      if keeps { files = attached }
    }
    while files.count < Self.mostFiles {
      let number = files.count + 1
      let screen = FileScreen(Self.step(ofFile: number), size: 1...Self.largestFile)
        .texts(number == 1 ? "file" : "file-more").optional()
      guard let answer = page.ask(screen) else { return nil }
      guard let file = answer else { break }
      files.append(file)
    }
    return files
  }
}

extension EmailMaterial {
  /// The e-mail as nobody has changed it yet.
  var begun: EmailContents {
    EmailContents(
      from: facts.sender(among: senders) ?? "",
      to: AddressSeparators.commas(in: facts.recipient(by: template) ?? ""),
      subject: subject, body: template?.body ?? "", copiesSender: true,
      attachesReceipts: facts.document.billsExpenses, files: [])
  }

  /// Those who may send it, each under a key of its own: the address, numbered if others have the same.
  var keyedSenders: [(key: String, sender: String)] {
    var seen: Set<String> = []
    var counts: [String: Int] = [:]
    return senders.filter { seen.insert($0).inserted }.map { sender in
      let count = counts[sender.address, default: 0] + 1
      counts[sender.address] = count
      return (count == 1 ? sender.address : "\(sender.address)-\(count)", sender)
    }
  }

  /// The subject of the template, or one that says what it is.
  var subject: String {
    if let subject = template?.subject, !subject.isEmpty, !subject.hasControlCharacters {
      return subject
    }
    return "\(facts.document.title) from \(facts.company)"
  }
}

extension OutgoingDocument {
  /// What it is called in British English, in which e-mails are begun: `Credit note 002`.
  var title: String {
    let kind =
      switch kind {
      case .invoice: "Invoice"
      case .creditNote: "Credit note"
      case .estimate: "Estimate"
      }
    return "\(kind) \(reference)"
  }
}

extension EmailContents {
  /// The lines of the text as they are sent, with those that are empty; none if there is no text.
  var lines: [String] {
    body.isEmpty
      ? []
      : body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  func order(_ key: String, _ document: OutgoingDocument) -> EmailOrder {
    EmailOrder(
      key: key, document: document, from: from, to: to, subject: subject, body: body,
      copiesSender: copiesSender, attachesReceipts: attachesReceipts,
      files: files.map { OrderFile($0) })
  }
}

extension String {
  /// Whether a part that is no address may be the first of a name with a comma, such as `Doe` of
  /// `Doe, Ada <ada@b.example>`.
  fileprivate func mayHaveName(_ part: String, endingAt end: Int) -> Bool {
    let next = dropFirst(end + 1).prefix { $0 != "," }
    return !part.contains("@") && next.contains("<") && next.first != "<"
  }

  /// The address of a sender, without a name.
  fileprivate var address: String { EmailAddress(self)?.address ?? self }
}

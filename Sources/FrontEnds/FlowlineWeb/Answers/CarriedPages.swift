import Flowline
import FlowlineHost

/// What was typed on pages that were left without an answer: it comes along in the form of each page that is
/// shown next, until the same is asked again and has it in its fields.
///
/// Several questions that are asked together are such pages as well: the form that they share sends all of
/// them, whichever is answered. Secrets and the contents of files are never in it. Where no form can take them
/// along they are on a ``TypedShelf``.
struct CarriedPages: Sendable, Hashable {
  /// The fields of each page, the newest page last.
  private(set) var pages: [PostedBody] = []

  init(_ pages: [PostedBody]) { self.pages = pages }

  /// Reads the fields that a form sends besides those of its own page.
  init(_ body: PostedBody) {
    var indices: [String: Int] = [:]
    for field in body.withoutSecrets.fields {
      let (key, name) = FieldName.place(of: field.name)
      guard let key else { continue }
      let index = indices[key] ?? pages.count
      if index == pages.count { pages.append(PostedBody()) }
      indices[key] = index
      pages[index].fields.append(PostedBody.Field(name: name, value: field.value))
    }
  }

  var isEmpty: Bool { pages.isEmpty }

  /// Adds a page that was left, in place of the same question's from before.
  mutating func add(_ page: PostedBody) { add(CarriedPages([page])) }

  /// Adds pages that were left since, in place of the same questions' from before: under the same name, or the
  /// same step after as many answers.
  mutating func add(_ newer: CarriedPages) {
    let tokens = Set(newer.pages.compactMap { $0[FieldName.token] })
    let places = Set(newer.pages.compactMap(\.place))
    pages.removeAll { page in
      page[FieldName.token].map { tokens.contains($0) } ?? false
        || page.place.map { places.contains($0) } ?? false
    }
    pages += newer.pages
  }

  /// Leaves out the page of a question.
  mutating func remove(_ token: String) {
    pages.removeAll { $0[FieldName.token] == token }
  }

  /// Leaves out what was typed on the page of a question, under another name as well: the same step after as many
  /// answers or fewer.
  mutating func remove(_ page: PostedBody) {
    pages.removeAll { other in
      other[FieldName.token] == page[FieldName.token]
        || other[FieldName.step] != nil && other[FieldName.step] == page[FieldName.step]
          && other.position <= page.position
    }
  }

  /// Leaves out what is in the fields of questions that are shown.
  mutating func remove(askedBy questions: [AskedQuestion]) {
    let asked = questions.compactMap { page(of: $0.prompt, $0.token) }
    pages.removeAll { asked.contains($0) }
  }

  /// What was typed where a question is asked; nil if nothing was.
  ///
  /// The same question, or the same step after as many answers or more: of a step that is asked once more,
  /// the first time has nothing of the second. Of several the newest.
  func page(of prompt: Prompt, _ token: StepToken) -> PostedBody? {
    // The first of equals counts.
    page(of: token)
      ?? pages.reversed().filter { $0.isFrom(prompt) && $0.position <= token.position }
      .max { $0.position < $1.position }
  }

  /// What was typed on the page of a question; nil if nothing was.
  func page(of token: StepToken) -> PostedBody? { pages.last { $0.token == token } }

  /// Fields that a form sends along; those of the oldest pages are left out if they left too little room for
  /// an answer.
  var fields: [PostedBody.Field] {
    var fields: [PostedBody.Field] = []
    var bytes = 0
    for (index, page) in pages.enumerated().reversed() {
      bytes += page.fields.reduce(0) { $0 + $1.value.utf8.count }
      guard fields.count + page.fields.count <= 200, bytes <= 200_000 else { break }
      fields = Self.fields(of: page, index) + fields
    }
    return fields
  }

  /// The fields of each page, as a form that sends nothing else has them.
  var fieldsOfPages: [[PostedBody.Field]] {
    pages.enumerated().map { index, page in Self.fields(of: page, index) }
  }

  private static func fields(of page: PostedBody, _ index: Int) -> [PostedBody.Field] {
    page.fields.map { field in
      PostedBody.Field(name: FieldName.inPage("left\(index)", field.name), value: field.value)
    }
  }
}

/// Where a session asks.
private struct StepPlace: Hashable {
  /// The page, see `Prompt.pageID`.
  let step: String
  /// How many answers come before it.
  let position: Int
}

extension PostedBody {
  /// The question that it was posted for; nil if it does not say.
  fileprivate var token: StepToken? { self[FieldName.token].flatMap { StepToken($0) } }

  /// How many answers came before the question that it was posted for.
  fileprivate var position: Int { token?.position ?? .max }

  /// The step that asked, after so many answers, whatever it said; nil if it does not say.
  fileprivate var place: StepPlace? {
    self[FieldName.step].map { StepPlace(step: $0, position: position) }
  }

  /// What was filled in on the page itself, without the fields of others.
  var own: PostedBody {
    var body = self
    body.fields.removeAll { FieldName.place(of: $0.name).page != nil }
    body.files.removeAll { FieldName.place(of: $0.name).page != nil }
    return body
  }

  /// The body with the fields of one of several questions as its own; as it is if the question has none.
  ///
  /// Files that were chosen for other questions are not kept: they are to be chosen again.
  func addressed(to token: StepToken) -> PostedBody {
    // What was filled in on the page itself comes first.
    let key =
      self.token == token
      ? nil
      : fields.first { field in
        let place = FieldName.place(of: field.name)
        return place.page != nil && place.name == FieldName.token && StepToken(field.value) == token
      }.flatMap { FieldName.place(of: $0.name).page }
    func isOwn(_ name: String) -> Bool {
      let page = FieldName.place(of: name).page
      return page == nil || page == key
    }
    func name(_ name: String) -> String { isOwn(name) ? FieldName.place(of: name).name : name }
    var body = PostedBody()
    body.fields = fields.map { Field(name: name($0.name), value: $0.value) }
    for file in files {
      if isOwn(file.name) {
        body.files.append(File(name: name(file.name), contents: file.contents))
      } else {
        body.lose(file.name)
      }
    }
    return body
  }

  /// Has what was posted for a question be for another one.
  mutating func rename(_ token: StepToken, to other: StepToken) {
    fields = fields.map { field in
      let isToken =
        FieldName.place(of: field.name).name == FieldName.token && StepToken(field.value) == token
      return isToken ? Field(name: field.name, value: "\(other)") : field
    }
  }

  /// What is sent on to a page that is only shown: what was typed on this page and on others.
  ///
  /// - Parameter taken: the question whose answer was taken, of which nothing is left; nil if none was, so
  ///   that what this page showed to be copied comes along as well.
  func carried(besides taken: String?) -> PostedBody {
    var carried = CarriedPages(self)
    var page = withoutSecrets.own.withoutUnsentBefore
    let ofForm = [FieldName.action, FieldName.language, FieldName.resumed]
    page.fields.removeAll { ofForm.contains($0.name) }
    if page[FieldName.step] != nil { carried.add(page) }
    if let taken { carried.remove(taken) }
    var body = PostedBody([FieldName.action: PageAction.show.rawValue])
    body.fields += fields.filter { $0.name == FieldName.resumed }
    if taken == nil { body.fields += unsentBefore.fields }
    body.fields += carried.fieldsOfPages.joined()
    return body
  }

  /// What was typed on the page of a question, as if it had been posted from there, with what was typed on others;
  /// nil if nothing was.
  func posted(for token: StepToken) -> PostedBody? {
    var carried = CarriedPages(self)
    guard var body = carried.page(of: token) else { return nil }
    carried.remove("\(token)")
    body.fields += fields.filter { $0.name == FieldName.resumed } + unsentBefore.fields
    body.fields += carried.fieldsOfPages.joined()
    return body
  }
}

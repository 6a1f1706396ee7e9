import FreeAgentAPI
import GRDB
import ServiceBasics

/// What people wrote down about contacts and projects.
extension Ledger {
  typealias Note = FreeAgent.Note

  func note(_ id: Int64) throws -> Note { try note(try found(.note, id)) }

  private func note(_ row: Row) throws -> Note {
    try Note { note in
      note.url = link(row["id"] as Int64)
      note.note = row["text"]
      if let contact = row["contact"] as Int64? {
        note.parentURL = link(contact, in: FreeAgent.Contact.listKey)
      } else if let project = row["project"] as Int64? {
        note.parentURL = link(project, in: FreeAgent.Project.listKey)
      }
      note.author = try name(ofUser: found(.user, row["author"]))
      note.createdAt = row.time("createdAt")
      note.updatedAt = row.time("updatedAt")
    }
  }

  /// The notes about what the query names, the oldest first.
  func notes(
    _ filter: FreeAgent.NoteFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<Note> {
    let subject = try subject(of: filter)
    var selection = Selection(.note, order: "createdAt, id")
    selection.require(subject.column, is: subject.id)
    return try self.page(of: selection, page).map(note)
  }

  func add(
    _ new: Note, about filter: FreeAgent.NoteFilter, by caller: Caller
  ) throws -> Note {
    let subject = try subject(of: filter)
    try new.validate(isNew: true)
    let id = try insert(
      .note, [subject.column: subject.id, "author": caller.id, "text": new.note])
    return try note(id)
  }

  /// Changes the text of a note; it stays with what it is about.
  func change(note id: Int64, by changes: Note) throws -> Note {
    _ = try found(.note, id)
    try changes.validate(isNew: false)
    if let text = changes.note { try update(.note, id, ["text": text]) }
    return try note(id)
  }

  func delete(note id: Int64) throws {
    _ = try found(.note, id)
    try delete(.note, id)
  }

  /// What a query names: the column that refers to it, and its id.
  ///
  /// - Throws: 400 if it names neither a contact nor a project, 404 if there is no such one.
  private func subject(
    of filter: FreeAgent.NoteFilter
  ) throws -> (column: String, id: Int64) {
    if let contact = filter.contact {
      guard let id = try self.id(contact, in: .contact) else { throw FreeAgent.Failure.notFound }
      return ("contact", id)
    }
    guard let project = filter.project else {
      throw FreeAgent.Failure.badRequest("contact or project is missing")
    }
    guard let id = try self.id(project, in: .project) else { throw FreeAgent.Failure.notFound }
    return ("project", id)
  }
}

import FreeAgentAPI

extension Operations {
  static let notes: [Operation] = [
    .getting(FreeAgent.Note.self) { try $1.note($0.id) },
    .listing(FreeAgent.Note.self) { try $1.notes($2, $3) },
    // Unlike anything else, a new note is answered with 200.
    .answering(FreeAgent.CreateNote.self) { call, ledger in
      let subject = try call.filter(FreeAgent.NoteFilter.self)
      return try ledger.add(
        try call.contents(FreeAgent.Note.self), about: subject, by: call.user
      )
      .enveloped(as: FreeAgent.Note.key)
    },
    .updating(FreeAgent.Note.self) { try $1.change(note: $0.id, by: $2) },
    .deleting(FreeAgent.Note.self) { try $1.delete(note: $0.id) },
  ]
}

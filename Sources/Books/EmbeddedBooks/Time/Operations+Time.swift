import FreeAgentAPI

extension Operations {
  static let time: [Operation] = [
    .getting(FreeAgent.ProjectTask.self) { try $1.task($0.id) },
    .listing(FreeAgent.ProjectTask.self) { try $1.tasks($2, $3) },
    Operation(FreeAgent.Create<FreeAgent.ProjectTask>.self) { call, ledger in
      var task = try call.contents(FreeAgent.ProjectTask.self)
      // The project is in the query, as the pages have it, or within the task.
      if let project = call.parameter("project") { task.project = FreeAgent.Link(url: project) }
      return try Operation.created(try ledger.add(task).seen(at: call.user.level))
    },
    .updating(FreeAgent.ProjectTask.self) { try $1.change(task: $0.id, by: $2) },
    .deleting(FreeAgent.ProjectTask.self) { try $1.delete(task: $0.id) },
    .getting(FreeAgent.Timeslip.self) {
      try $1.timeslip($0.id, seenBy: $0.user, $0.form)
    },
    .listing(FreeAgent.Timeslip.self) {
      try $1.timeslips($2, $3, seenBy: $0.user, $0.form)
    },
    // One timeslip, or several at once, of which either all are made or none.
    Operation(FreeAgent.Create<FreeAgent.Timeslip>.self) { call, ledger in
      let form = try call.form
      guard let list = try call.list(FreeAgent.Timeslip.listKey) else {
        let timeslip = try call.contents(FreeAgent.Timeslip.self)
        return try Operation.created(try ledger.add(timeslip, by: call.user, form))
      }
      let made = try list.map { member in
        let timeslip: FreeAgent.Timeslip = try Call.record(member, named: FreeAgent.Timeslip.key)
        return try ledger.add(timeslip, by: call.user, form)
      }
      return try BooksReply(
        status: 201, FreeAgent.Batch(made).enveloped(as: FreeAgent.Timeslip.listKey))
    },
    .updating(FreeAgent.Timeslip.self) { call, ledger, changes in
      try ledger.change(timeslip: call.id, by: changes, by: call.user, call.form)
    },
    .deleting(FreeAgent.Timeslip.self) { try $1.delete(timeslip: $0.id, by: $0.user) },
    .answering(FreeAgent.StartTimer.self) { call, ledger in
      try ledger.startTimer(of: call.id, by: call.user, call.form)
        .enveloped(as: FreeAgent.Timeslip.key)
    },
    .answering(FreeAgent.StopTimer.self) { call, ledger in
      try ledger.stopTimer(of: call.id, by: call.user, call.form)
        .enveloped(as: FreeAgent.Timeslip.key)
    },
  ]
}

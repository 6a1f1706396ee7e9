import FreeAgentAPI
import GRDB

extension Operations {
  static let users: [Operation] = [
    .answering(FreeAgent.GetMe.self) { call, ledger in
      try ledger.user(call.user.id).enveloped(as: FreeAgent.User.key)
    },
    .answering(FreeAgent.UpdateMe.self) { call, ledger in
      var changes = try call.contents(FreeAgent.User.self)
      // Nobody raises their own level.
      changes.permissionLevel = nil
      return try ledger.change(user: call.user.id, by: changes)
        .enveloped(as: FreeAgent.User.key)
    },
    .getting(FreeAgent.User.self) { try $1.user($0.id) },
    .listing(FreeAgent.User.self) { try $1.users($2, $3) },
    .creating(FreeAgent.User.self) { try $1.add($2) },
    .updating(FreeAgent.User.self) { try $1.change(user: $0.id, by: $2) },
    .deleting(FreeAgent.User.self) { call, ledger in
      try ledger.delete(user: call.id, by: call.user)
    },
  ]
}

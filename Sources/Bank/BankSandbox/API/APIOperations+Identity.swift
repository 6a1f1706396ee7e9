import Bank
import EmbeddedBank
import ServiceBasics
import StarlingAPI

extension APIOperations {
  static let identity: [Operation] = [
    .answering(Starling.GetIdentity.self) { call, _ in
      let end = call.grant.expiresAt
      return Starling.Identity(
        accountHolderUid: call.grant.holder, expiresAt: end,
        expiresInSeconds: end.map { ($0.milliseconds - call.time.milliseconds) / 1000 },
        scopes: call.grant.scopes, authenticated: true, applicationUserUid: call.grant.holder)
    },
    .replying(Starling.LogOut.self) { call, ledger in
      try ledger.revokeAccess(of: call.grant.holder)
      return .empty(status: 202)
    },
  ]
}

/// What access tokens can allow, in the words of Starling's public API v2: more than is served here.
enum TokenScopes {
  static let all: Set<String> = [
    "account-holder-name:read", "account-holder-type:read", "account-holder:delete",
    "account-identifier:read", "account-list:read", "account:read", "address:edit", "address:read",
    "attachment:read", "authorising-individual:read", "balance:read", "card-control:edit",
    "card:read", "confirmation-of-funds:read", "customer:read", "customer:write", "defunding:read",
    "defunding:write", "email:edit", "mandate:delete", "mandate:read", "metadata:create",
    "metadata:edit", "pay-local-once:create", "pay-local:create", "pay-local:read",
    "payee-image:read", "payee-transaction:read", "payee:create", "payee:delete", "payee:edit",
    "payee:read", "person-name-change:write", "person-onboarding:read", "person-onboarding:write",
    "person-reverification:read", "person-reverification:write", "profile-image:edit",
    "profile-image:read", "receipt:read", "receipt:write", "receipts:read",
    "savings-goal-transfer:create", "savings-goal-transfer:delete", "savings-goal-transfer:read",
    "savings-goal:create", "savings-goal:delete", "savings-goal:read", "scheduled-payment:read",
    "settle-up:read", "space:read", "standing-order-own:read", "standing-order:create",
    "standing-order:delete", "standing-order:read", "statement-csv:read", "statement-pdf:read",
    "transaction:edit", "transaction:read",
  ]
}

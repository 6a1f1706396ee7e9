import FreeAgentAPI

extension Operations {
  static let contacts: [Operation] = [
    .getting(FreeAgent.Contact.self) { try $1.contact($0.id) },
    .listing(FreeAgent.Contact.self) { try $1.contacts($2, $3) },
    .creating(FreeAgent.Contact.self) { try $1.add($2) },
    .updating(FreeAgent.Contact.self) { try $1.change(contact: $0.id, by: $2) },
    .deleting(FreeAgent.Contact.self) { try $1.delete(contact: $0.id) },
    .getting(FreeAgent.Project.self) { try $1.project($0.id, $0.form) },
    .listing(FreeAgent.Project.self) { try $1.projects($2, $3, $0.form) },
    .creating(FreeAgent.Project.self) { try $1.add($2, $0.form) },
    .updating(FreeAgent.Project.self) { try $1.change(project: $0.id, by: $2, $0.form) },
    .deleting(FreeAgent.Project.self) { try $1.delete(project: $0.id) },
  ]
}

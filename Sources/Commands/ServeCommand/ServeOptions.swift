/// What the command line says to a server.
struct ServeOptions: Sendable {
  let place: ListeningPlace
  let store: StoreOptions
  let world: WorldOptions
  let limits: LimitOptions
}

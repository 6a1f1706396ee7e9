import Flowline
import FlowlineTerminal

// A front end of one's own is these lines: the prompts, the keys, the kept sessions are the library's.
let registry = Registry.atHome
var catalog = FlowCatalog()
catalog.add(OpenAccountFlow(registry: registry), summary: texts("flow.summary"))
TerminalProgram("onboarding", catalog).run()

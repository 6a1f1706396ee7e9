import Flowline
import FlowlineProgram

// A program of one's own is these lines: the prompts, the keys, the kept sessions, the command line are
// the library's.
let registry = Registry.atHome
var catalog = FlowCatalog()
catalog.add(OpenAccountFlow(registry: registry))
FlowProgram("onboarding", catalog).main()

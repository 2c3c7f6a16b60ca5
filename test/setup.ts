import { setDefaultTimeout } from 'bun:test'

// Loaded before every test file (bunfig.toml). The default of five seconds is for unit tests; here
// databases and servers start, on machines that may be slow and busy.
setDefaultTimeout(120_000)

// The usual name of the entry point. `npm start` uses `start.js`, because a TypeScript entry makes Node load a compiler
// of 17 MB.
import './start.js'

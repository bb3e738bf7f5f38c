// `npm start` uses `start.js`, because a TypeScript entry point makes Node load a compiler of 17 MB.
import './start.js'

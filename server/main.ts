// The same as `start.js`, by the name that is looked for; Node loads a compiler for it, which `npm start` does without.
import './start.js'

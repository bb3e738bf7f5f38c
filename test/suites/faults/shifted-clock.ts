/* Preloaded into the server. At each SIGUSR2 its clock is shifted: a day ahead, a day back, or not. */

const DAY = 24 * 60 * 60 * 1000
const SHIFTS = [DAY, -DAY, 0]

let jumps = 0
let shift = 0
process.on('SIGUSR2', () => {
  shift = SHIFTS[jumps++ % SHIFTS.length]!
})

const RealDate = Date
const now = () => RealDate.now() + shift
globalThis.Date = new Proxy(RealDate, {
  construct: (real, args, newTarget) => Reflect.construct(real, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
})

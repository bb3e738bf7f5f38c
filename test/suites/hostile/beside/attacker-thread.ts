import { parentPort, workerData } from 'node:worker_threads'
import { Attacker } from './attacker.ts'
import { ATTACKS } from './attacks.ts'
import type { Prey } from './prey.ts'

/* Attacks from a worker thread, so that its responses do not delay the measured clients. */

export interface Order {
  url: string
  name: string
  prey: Prey
}

const { url, name, prey } = workerData as Order
const attacker = new Attacker(url)
parentPort!.once('message', () => attacker.stop())
await ATTACKS[name]!(attacker, prey)
parentPort!.postMessage(attacker.answers)

import { parentPort, workerData } from 'node:worker_threads'
import { Attacker } from './attacker.ts'
import { ATTACKS } from './attacks.ts'
import type { Prey } from './prey.ts'

/* Attacks in a thread of its own, so that the answers that it reads do not delay the clients that are measured. */

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

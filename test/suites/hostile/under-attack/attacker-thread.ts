import { parentPort, workerData } from 'node:worker_threads'
import type { AttackTargets } from './attack-targets.ts'
import { Attacker } from './attacker.ts'
import { ATTACKS } from './attacks.ts'

/* Attacks from a worker thread, so that its responses do not delay the measured clients. */

export interface AttackThreadData {
  url: string
  name: string
  targets: AttackTargets
}

const { url, name, targets } = workerData as AttackThreadData
const attacker = new Attacker(url)
parentPort!.once('message', () => attacker.stop())
await ATTACKS[name]!(attacker, targets)
parentPort!.postMessage(attacker.answers)

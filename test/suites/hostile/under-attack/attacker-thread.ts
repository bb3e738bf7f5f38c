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
const stopped = new Promise<void>((resolve) =>
  parentPort!.on('message', (message: 'hold' | 'stop') => {
    attacker[message]()
    if (message === 'stop') resolve()
  }),
)
await Promise.all([ATTACKS[name]!(attacker, targets), stopped])
parentPort!.postMessage(attacker.answers)

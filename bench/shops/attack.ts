import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { Visitor } from './visitor.ts'

/* Floods a shop with searches until the second message. The first one brings the counter. */

const { url, host, attackers } = workerData as { url: string; host: string; attackers: number }
let isOver = false

parentPort!.once('message', (searches: Int32Array) => {
  parentPort!.once('message', () => {
    isOver = true
  })
  void Promise.all(Array.from({ length: attackers }, () => search(searches)))
})

async function search(searches: Int32Array): Promise<void> {
  const attacker = new Visitor(url, host)
  while (!isOver) {
    await attacker.get(`/store/products?q=${randomBytes(2).toString('hex')}`)
    Atomics.add(searches, 0, 1)
  }
  attacker.close()
}

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Operating systems give higher ports to connections and to servers without a port. They may take a free one. */
const [LOWEST, HIGHEST] = [20_000, 32_000]

let latest = randomInt(LOWEST, HIGHEST)

/** Returns a free port. The caller starts a program that listens on it. */
export async function freePort(): Promise<number> {
  do latest = latest < HIGHEST ? latest + 1 : LOWEST
  while (!(await isFree(latest)))
  return latest
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  await once(server.close(), 'close')
  return true
}

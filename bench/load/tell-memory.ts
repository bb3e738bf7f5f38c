import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * Preloaded into the server that is measured: answers at `MEMORY_PORT` how much memory it has left after it threw away
 * what nobody needs.
 */

export interface Memory {
  /** Megabytes. */
  resident: number
  /** Megabytes of objects. */
  heap: number
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

createServer((_, answer) => {
  collectGarbage()
  const { rss, heapUsed } = process.memoryUsage()
  answer.end(JSON.stringify({ resident: rss / 2 ** 20, heap: heapUsed / 2 ** 20 } satisfies Memory))
})
  .listen(Number(process.env.MEMORY_PORT), '127.0.0.1')
  .unref()

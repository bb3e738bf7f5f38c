import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * The measured server preloads this file, which serves the memory in use at `MEMORY_PORT` after a garbage
 * collection.
 */

export interface Memory {
  /** In megabytes. */
  resident: number
  /** Heap in megabytes. */
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

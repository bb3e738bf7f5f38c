import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { readSendQueues } from '#server/operate/send-queues.ts'

const MEGABYTE = 1_000_000
const PAGE_BYTES = 4096
const INTERVAL = 250
/** Number of samples in two seconds: the server checks unread bytes once per second. */
const LASTING = 2000 / INTERVAL

export interface ServerUse {
  /** Memory of the process and bytes that the kernel holds for its clients, in megabytes. */
  memory: number
  unread: number
  openFiles: number
}

/** Returns undefined on systems without `/proc`. */
export async function readServerUse(pid: number, url: string): Promise<ServerUse | undefined> {
  const queues = await readSendQueues()
  if (!queues) return undefined
  const [, pages] = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')
  const start = `${new URL(url).port} `
  const unread = [...queues].reduce((sum, [key, bytes]) => (key.startsWith(start) ? sum + bytes : sum), 0)
  return {
    memory: (Number(pages) * PAGE_BYTES) / MEGABYTE,
    unread: unread / MEGABYTE,
    openFiles: (await readdir(`/proc/${pid}/fd`)).length,
  }
}

/** Returns the largest use until `work` has ended. Of unread bytes, a peak counts only if it lasts. */
export async function watchServer(pid: number, url: string, work: Promise<unknown>): Promise<ServerUse | undefined> {
  const samples: ServerUse[] = []
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const use = await readServerUse(pid, url)
    if (!use) break
    samples.push(use)
    await Promise.race([pause(INTERVAL), ended])
  }
  await ended
  if (samples.length === 0) return undefined
  const lasting = samples.map((_, i) => Math.min(...samples.slice(i, i + LASTING).map(({ unread }) => unread)))
  return {
    memory: Math.max(...samples.map(({ memory }) => memory)),
    unread: Math.max(...lasting.slice(0, Math.max(1, samples.length - LASTING))),
    openFiles: Math.max(...samples.map(({ openFiles }) => openFiles)),
  }
}

/** Resolves with false if `isReached` is still false after some seconds. */
export async function reaches(
  { pid, url, seconds }: { pid: number; url: string; seconds: number },
  isReached: (use: ServerUse) => boolean,
): Promise<boolean> {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const use = await readServerUse(pid, url)
    if (!use || isReached(use)) return true
    await pause(INTERVAL)
  }
  return false
}

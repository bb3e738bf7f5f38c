import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/* Resource usage of processes, from /proc on Linux. On other systems all functions return undefined. */

export function cpuMillisecondsOf(pid: number): number | undefined {
  const family = runningFamilyOf(pid)
  return family.length === 0 ? undefined : (sum(family, ({ ticks }) => ticks) * 1000) / ticksPerSecond()
}

/** Returns the resident memory of a process and its descendants. Counts shared memory for each of them. */
export function residentMegabytesOf(pid: number): number | undefined {
  return megabytesOf(pid, (one) => /^VmRSS:\s+(\d+)/m.exec(readOrNothing(`/proc/${one}/status`)))
}

/** Counts shared memory only once. */
export function sharedMegabytesOf(pid: number): number | undefined {
  return megabytesOf(pid, (one) => /^Pss:\s+(\d+)/m.exec(readOrNothing(`/proc/${one}/smaps_rollup`)))
}

export const isLocal = (url: string): boolean => ['localhost', '127.0.0.1'].includes(new URL(url).hostname)

export function parentOf(pid: number): number | undefined {
  return process.platform === 'linux' ? readStat(pid)?.parent : undefined
}

export function pidListeningOn(port: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const sockets = ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((file) => readOrNothing(file).split('\n'))
    .map((line) => line.trim().split(/ +/))
    .filter(([, address, , state]) => address?.endsWith(local) && state === LISTENING)
    .map((fields) => `socket:[${fields[9]}]`)
  return runningProcesses().find(({ pid }) => openFilesOf(pid).some((file) => sockets.includes(file)))?.pid
}

const LISTENING = '0A'

export const familyOf = (pid: number): number[] => runningFamilyOf(pid).map((one) => one.pid)

function runningFamilyOf(pid: number): Running[] {
  return process.platform === 'linux' ? withDescendants(runningProcesses(), pid) : []
}

function megabytesOf(pid: number, read: (pid: number) => RegExpExecArray | null): number | undefined {
  const family = runningFamilyOf(pid)
  return family.length === 0 ? undefined : sum(family, (one) => Number(read(one.pid)?.[1] ?? 0)) / 1024
}

const sum = <One>(all: readonly One[], of: (one: One) => number) => all.reduce((sum, one) => sum + of(one), 0)

interface Running {
  pid: number
  parent: number
  /** CPU ticks of the process and of its ended children. */
  ticks: number
}

function runningProcesses(): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
}

function readStat(pid: number): Running | undefined {
  const stat = readOrNothing(`/proc/${pid}/stat`)
  // The name, in parentheses, can contain spaces. The state follows the name.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 15) return undefined
  const [user, system, childrensUser, childrensSystem] = fields.slice(11, 15).map(Number)
  return { pid, parent: Number(fields[1]), ticks: user! + system! + childrensUser! + childrensSystem! }
}

function withDescendants(all: readonly Running[], pid: number): Running[] {
  const own = all.filter((one) => one.pid === pid)
  const children = all.filter((one) => one.parent === pid)
  return [...own, ...children.flatMap((child) => withDescendants(all, child.pid))]
}

// The process may have ended, or belong to another user.
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function openFilesOf(pid: number): string[] {
  const directory = `/proc/${pid}/fd`
  const reading = <Read>(read: () => Read[]): Read[] => {
    try {
      return read()
    } catch {
      return []
    }
  }
  return reading(() => readdirSync(directory)).flatMap((name) => reading(() => [readlinkSync(`${directory}/${name}`)]))
}

let ticks: number | undefined
function ticksPerSecond(): number {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return ticks
}

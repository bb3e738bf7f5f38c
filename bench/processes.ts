import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** What a process and those that it started have used. */
export interface Usage {
  cpuMilliseconds: number
  memoryMegabytes: number
}

/** Undefined where the system is not Linux, which alone tells it in /proc. */
export function usageOf(pid: number): Usage | undefined {
  if (process.platform !== 'linux') return undefined
  const all = runningProcesses()
  const family = withDescendants(all, pid)
  const ticks = family.reduce((sum, one) => sum + one.ticks, 0)
  const kilobytes = family.reduce((sum, one) => sum + residentKilobytes(one.pid), 0)
  return { cpuMilliseconds: (ticks * 1000) / ticksPerSecond(), memoryMegabytes: kilobytes / 1024 }
}

interface Running {
  pid: number
  parent: number
  /** Of the process itself and of those of its children that have ended. */
  ticks: number
}

function runningProcesses(): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
}

function readStat(pid: number): Running | undefined {
  const stat = readOrNothing(`/proc/${pid}/stat`)
  // The name, in parentheses, may hold anything; the state comes after it.
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

/** The part that is the process's own; PostgreSQL shares most of its memory, which counts once. */
function residentKilobytes(pid: number): number {
  const rollup = readOrNothing(`/proc/${pid}/smaps_rollup`)
  return Number(/^Pss: +(\d+)/m.exec(rollup)?.[1] ?? 0)
}

// A process may end while it is looked at, and the memory of others is not for everyone to see.
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

let ticks: number | undefined
function ticksPerSecond(): number {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return ticks
}

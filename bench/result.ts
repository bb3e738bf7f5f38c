import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release } from 'node:os'
import { join } from 'node:path'

/** What else the numbers depend on. */
export interface Environment {
  at: string
  /** Of the repository, where it is one; `-dirty` where the files differ from it. */
  commit: string | undefined
  node: string
  postgres?: string
  system: string
  cpus: number
  cpu: string | undefined
  /** How many processes wanted to run, over the last minute, before the bench began. */
  load: number
}

export function environmentOf(): Environment {
  const [cpu] = cpus()
  const [load] = loadavg()
  return {
    at: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    system: `${process.platform} ${release()}`,
    cpus: cpus().length,
    cpu: cpu?.model,
    load: load ?? 0,
  }
}

/** The environment in one line, for people. */
export const describeEnvironment = ({ node, postgres, cpus, cpu, load }: Environment): string =>
  `Node ${node}${postgres ? ` and PostgreSQL ${postgres}` : ''} on ${cpus} × ${cpu}, load ${load.toFixed(1)} before`

export const RESULTS = join(import.meta.dirname, 'results')

/**
 * Writes what was measured to `bench/results/`, in the place of the last run, and answers the name of the file. A quick run
 * only shows that the bench works; it goes to a file of its own, which is not kept.
 */
export function writeResult(bench: string, report: { environment: Environment; quick?: boolean }): string {
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${bench}${report.quick ? '.quick' : ''}.json`)
  writeFileSync(file, `${JSON.stringify(report, rounded, 2)}\n`)
  return file
}

// A microsecond is less than anything here is known by.
const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value)

// What the benches themselves write is no change of what they measure.
const MEASURED = [':/', ':(top,exclude)bench/results', ':(top,exclude)docs/understand/measurements.md']

function commit(): string | undefined {
  try {
    const head = git('rev-parse', '--short', 'HEAD')
    return git('status', '--porcelain', '--', ...MEASURED) ? `${head}-dirty` : head
  } catch {
    return undefined
  }
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim()

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release } from 'node:os'
import { join } from 'node:path'

export interface Environment {
  at: string
  /** Commit of the repository, or undefined outside of a repository. `-dirty` marks uncommitted changes. */
  commit: string | undefined
  node: string
  postgres?: string
  system: string
  cpus: number
  cpu: string | undefined
  /** Load average of the minute before the run. */
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

export const describeEnvironment = ({ node, postgres, cpus, cpu, load }: Environment): string =>
  `Node ${node}${postgres ? ` and PostgreSQL ${postgres}` : ''} on ${cpus} × ${cpu}, load ${load.toFixed(1)} before`

export const RESULTS = join(import.meta.dirname, 'results')

export interface BenchReport {
  environment: Environment
  quick?: boolean
}

/** Writes the result to `bench/results/` and returns the file name. git ignores the files of quick runs. */
export function writeResult<Report extends BenchReport>(bench: string, report: Report): string {
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${bench}${report.quick ? '.quick' : ''}.json`)
  writeFileSync(file, `${JSON.stringify(report, rounded, 2)}\n`)
  return file
}

const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value)

// New results of benchmarks do not make the commit dirty.
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

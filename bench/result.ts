import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'

/** What else the numbers depend on. */
export interface Environment {
  at: string
  node: string
  cpus: number
  cpu: string | undefined
  /** How many processes wanted to run, over the last minute, before the bench began. */
  load: number
}

export function environmentOf(): Environment {
  const [cpu] = cpus()
  const [load] = loadavg()
  return { at: new Date().toISOString(), node: process.version, cpus: cpus().length, cpu: cpu?.model, load: load ?? 0 }
}

/** The environment in one line, for people. */
export const describeEnvironment = ({ node, cpus, cpu, load }: Environment): string =>
  `Node ${node} on ${cpus} × ${cpu}, load ${load.toFixed(1)} before`

/** Writes what was measured to `bench/results/`, and answers the name of the file. */
export function writeResult(bench: string, report: { environment: Environment }): string {
  const directory = join(import.meta.dirname, 'results')
  mkdirSync(directory, { recursive: true })
  const file = join(directory, `${bench}-${report.environment.at.replaceAll(':', '-')}.json`)
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`)
  return file
}

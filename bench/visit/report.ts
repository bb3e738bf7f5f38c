import { describeEnvironment, type Environment } from '../result.ts'
import { table } from '../table.ts'
import { NAMES, type Program } from './contender.ts'
import type { Measurement } from './measure.ts'

export interface VisitReport {
  environment: Environment
  quick: boolean
  products: number
  measured: Measurement[]
}

export const measurementOf = (measured: readonly Measurement[], task: string, program: Program) =>
  measured.find((one) => one.task === task && one.program === program)

/** Compares rates. Returns undefined if one of the programs was not measured. */
export function ratioOf(
  measured: readonly Measurement[],
  task: string,
  [program, rival]: readonly [Program, Program],
): number | undefined {
  const [one, other] = [measurementOf(measured, task, program), measurementOf(measured, task, rival)]
  return one && other && one.perSecond / other.perSecond
}

/** Compares the CPU of one request, of the server and of PostgreSQL. More than 1 means that the rival needs more. */
export function cpuRatioOf(
  measured: readonly Measurement[],
  task: string,
  [program, rival]: readonly [Program, Program],
): number | undefined {
  const [one, other] = [cpuOf(measurementOf(measured, task, program)), cpuOf(measurementOf(measured, task, rival))]
  return one && other && other / one
}

export const cpuOf = (one: Measurement | undefined): number | undefined => one?.cpu && one.cpu.server + one.cpu.postgres

export const VISIT_GOALS = { floor: 0.6, peer: { visit: 20, read: 10 } }

export const tasksOf = (measured: readonly Measurement[]): string[] => [...new Set(measured.map(({ task }) => task))]

export const shownRatio = (ratio: number | undefined): string =>
  ratio === undefined ? '–' : `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`

export function visitTables({ environment, products, measured }: VisitReport): string {
  const rates = measured.map((one) => {
    const { task, program, perSecond, rounds, latency, cpu, statements, bytes } = one
    const against = (rival: Program) => shownRatio(ratioOf(measured, task, [program, rival]))
    const byCpu = (rival: Program) => shownRatio(cpuRatioOf(measured, task, [program, rival]))
    return [
      `${task}, ${NAMES[program]}`,
      perSecond.toFixed(1),
      `${Math.min(...rounds).toFixed(1)} to ${Math.max(...rounds).toFixed(1)}`,
      ...[against('floor'), against('peer'), byCpu('floor'), byCpu('peer')],
      ...[latency.p50, latency.p99, cpu?.server, cpu?.postgres].map((value) => value?.toFixed(2) ?? '–'),
      statements?.toFixed(1) ?? '–',
      bytes.toFixed(0),
    ]
  })
  const head = ['', 'per second', 'rounds', '× floor', '× peer', 'CPU × floor', 'CPU × peer', 'p50 ms', 'p99 ms']
  const usage = ['server CPU ms', 'PostgreSQL CPU ms', 'statements', 'bytes']
  const title = `${products} products, ${measured[0]?.clients} clients`
  return `${describeEnvironment(environment)}\n\n${table(title, [[...head, ...usage], ...rates])}`
}

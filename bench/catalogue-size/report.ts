import { describeEnvironment, type Environment } from '../result.ts'
import { table } from '../table.ts'
import { NAMES, type Program } from '../visit/contender.ts'
import type { Measurement } from '../visit/measure.ts'
import { cpuOf, tasksOf } from '../visit/report.ts'
import { COMMON_WORD_TASKS } from './tasks.ts'

/** CPU of a request in the large shop, relative to the small one. */
export const SIZE_GOAL = 1.2

export const COMPARED = ['own', 'uncached'] as const satisfies Program[]

export interface SizeReport {
  environment: Environment
  quick: boolean
  small: number
  large: number
  measured: Measurement[]
}

interface Growth {
  small: Measurement
  large: Measurement
  /** Undefined if the system does not report CPU. */
  ratio: number | undefined
}

/** Returns undefined if the program does not answer the task. */
function growthOf({ measured, ...sizes }: SizeReport, task: string, program: Program): Growth | undefined {
  const at = (products: number) =>
    measured.find((one) => one.task === task && one.program === program && one.products === products)
  const [small, large] = [at(sizes.small), at(sizes.large)]
  if (!small || !large) return undefined
  const [before, after] = [cpuOf(small), cpuOf(large)]
  return { small, large, ratio: before && after && after / before }
}

const shownCpu = ({ cpu }: Measurement): string => (cpu ? `${cpu.server.toFixed(2)} + ${cpu.postgres.toFixed(2)}` : '–')

const shownRatio = (ratio: number | undefined): string => (ratio === undefined ? '–' : `${ratio.toFixed(2)} ×`)

const cellsOf = (growth: Growth | undefined): string[] =>
  growth ? [shownCpu(growth.small), shownCpu(growth.large), shownRatio(growth.ratio)] : ['–', '–', '–']

/** A table of the CPU milliseconds of each request, server and PostgreSQL, with its head. */
export function sizeRows(report: SizeReport): string[][] {
  const count = (products: number) => `${products.toLocaleString('en')} products`
  const head = COMPARED.flatMap((program) => [
    `${NAMES[program]}, ${count(report.small)}`,
    count(report.large),
    'relative',
  ])
  const rows = tasksOf(report.measured).map((task) => {
    const growth = growthOf(report, task, 'own')
    const bytes = [growth?.small, growth?.large].map((one) => one?.bytes.toFixed(0) ?? '–')
    return [task, ...COMPARED.flatMap((program) => cellsOf(growthOf(report, task, program))), bytes.join(' / ')]
  })
  return [['CPU ms, server + PostgreSQL', ...head, 'bytes'], ...rows]
}

/** States which requests meet the goal. */
export function sizeGoal(report: SizeReport): string {
  const ratios = tasksOf(report.measured)
    .filter((task) => !COMMON_WORD_TASKS.includes(task))
    .flatMap((task) => COMPARED.map((program) => ({ task, program, ratio: growthOf(report, task, program)?.ratio })))
    .flatMap(({ ratio, ...one }) => (ratio === undefined ? [] : [{ ...one, ratio }]))
  const missed = ratios.filter(({ ratio }) => ratio > SIZE_GOAL)
  const list = missed.map(({ task, program, ratio }) => `${task} (${NAMES[program]}, ${shownRatio(ratio)})`)
  const met = `${ratios.length - missed.length} of ${ratios.length} ratios are at most ${SIZE_GOAL} ×`
  return list.length === 0 ? `${met}.` : `${met}. The others are ${list.join(', ')}.`
}

export const sizeTable = (report: SizeReport): string =>
  `${describeEnvironment(report.environment)}\n\n${table('CPU by size', sizeRows(report))}\n\n${sizeGoal(report)}`

import { NAMES, PROGRAMS, type Program } from '../visit/contender.ts'
import type { Measurement } from '../visit/measure.ts'
import {
  cpuRatioOf,
  measurementOf,
  ratioOf,
  shownRatio,
  tasksOf,
  VISIT_GOALS,
  type VisitReport,
} from '../visit/report.ts'
import { markdownTable } from './markdown-table.ts'

/** The rates of visits and of their requests, and the costs of each request. */
export function visitsOf({ environment, products, measured }: VisitReport): string[] {
  const { at, node, postgres, cpus, cpu } = environment
  const [first] = measured
  const programs = PROGRAMS.filter((program) => measured.some((one) => one.program === program))
  return [
    '### Visits and reads of the catalogue',
    '![CPU of each request of a visit](../../bench/results/visits.svg)',
    `Measured on ${at.slice(0, 10)} with Node ${node.slice(1)} and PostgreSQL ${postgres} on ${cpus} × ${cpu}, with ${products} products ` +
      `and ${first?.clients} clients. Each rate is the median of ${first?.rounds.length} rounds, with the minimum and the maximum in parentheses. ` +
      `The goals are ${VISIT_GOALS.floor} × the floor for reads, ${VISIT_GOALS.peer.visit} × the peer for visits and ${VISIT_GOALS.peer.read} × the peer ` +
      'for other requests. They apply to the ratios by CPU.',
    'The ratios by rate show what the clients receive on this machine. They contain the waits for disks, locks and the clients, which share ' +
      'the processors. The ratios by CPU show how many requests one processor serves, so they change less between runs and machines.',
    markdownTable(
      ['per second', ...programs.map((program) => NAMES[program]), ...RATIO_NAMES],
      tasksOf(measured).map((task) => [
        task,
        ...programs.map((program) => shownRate(measurementOf(measured, task, program))),
        ...ratiosOf(ratioOf, measured, task),
      ]),
    ),
    markdownTable(
      [
        'CPU ms, server + PostgreSQL',
        ...programs.map((program) => NAMES[program]),
        ...RATIO_NAMES,
        'statements',
        'bytes',
        'p50 ms',
        'p99 ms',
      ],
      tasksOf(measured).map((task) => [
        task,
        ...programs.map((program) => shownCpu(measurementOf(measured, task, program))),
        ...ratiosOf(cpuRatioOf, measured, task),
        ...costsOf(measurementOf(measured, task, 'own')),
      ]),
    ),
  ]
}

const RIVALS: readonly (readonly [Program, Program])[] = [
  ['own', 'floor'],
  ['own', 'peer'],
  ['uncached', 'floor'],
]

const RATIO_NAMES = ['× floor', '× peer', 'no cache, × floor']

const ratiosOf = (ratio: typeof ratioOf, measured: readonly Measurement[], task: string) =>
  RIVALS.map((pair) => shownRatio(ratio(measured, task, pair)))

const shownRate = (one: Measurement | undefined): string =>
  one
    ? `**${one.perSecond.toFixed(1)}** (${Math.min(...one.rounds).toFixed(1)}–${Math.max(...one.rounds).toFixed(1)})`
    : '–'

const shownCpu = (one: Measurement | undefined): string =>
  one?.cpu ? `${one.cpu.server.toFixed(2)} + ${one.cpu.postgres.toFixed(2)}` : '–'

const costsOf = (one: Measurement | undefined): string[] => [
  one?.statements?.toFixed(1) ?? '–',
  one?.bytes.toFixed(0) ?? '–',
  one?.latency.p50.toFixed(1) ?? '–',
  one?.latency.p99.toFixed(1) ?? '–',
]

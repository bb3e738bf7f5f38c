import type { BootTimes } from '../boot.ts'
import { STEPS } from '../checkout.ts'
import { describeEnvironment, type Environment } from '../result.ts'
import type { Statements } from '../statements.ts'
import { table } from '../table.ts'
import { NAMES, PROGRAMS, type Program } from './contender.ts'
import { clientCountLabel, clientsOf, findMeasurement, goalsOf } from './goals.ts'
import { type Measurement, TASKS } from './measure.ts'

export interface Comparison {
  environment: Environment
  quick: boolean
  /** Number of statements of a checkout. `peer` is undefined if the PostgreSQL of the peer does not count them. */
  statements: { own: Statements; floor: number; peer: number | undefined }
  measured: Measurement[]
  memory: Partial<Record<Program | 'postgres', number | undefined>>
  boot: BootTimes
}

export function tables(comparison: Comparison): string {
  const { environment, statements, measured, memory, boot } = comparison
  return [
    describeEnvironment(environment),
    statementTable(statements),
    ...clientsOf(measured).map((clients) => latencyTable(measured, clients)),
    ...TASKS.map((task) =>
      rateTable(
        measured.filter((one) => one.task === task),
        measured,
      ),
    ),
    `Resident at the end: ${Object.entries(memory)
      .map(([who, megabytes]) => `${NAMES[who as Program] ?? 'PostgreSQL'} ${megabytes?.toFixed(0) ?? '–'} MB`)
      .join('; ')}`,
    `Start on an existing database: ${boot.starts.map((ms) => ms.toFixed(0)).join(', ')} ms`,
    goalTable(comparison),
  ].join('\n\n')
}

function statementTable({ own, floor, peer }: Comparison['statements']): string {
  return table('SQL statements', [
    ['step', 'at most'],
    ...STEPS.map((step) => [step, String(own.steps[step])]),
    ['whole checkout', String(own.checkout)],
    ['round trips', String(own.roundTrips)],
    ['whole checkout, floor', String(floor)],
    ...(peer === undefined ? [] : [['whole checkout, peer', String(peer)]]),
  ])
}

function latencyTable(measured: readonly Measurement[], clients: number): string {
  const all = PROGRAMS.flatMap((program) => findMeasurement(measured, program, 'checkouts', clients) ?? [])
  const rows = STEPS.map((step) => [
    step,
    ...all.flatMap(({ latency }) => {
      const { p50, p95, p99 } = latency[step]!
      return [p50, p95, p99].map((ms) => ms.toFixed(1))
    }),
  ])
  const head = [
    'step',
    ...all.flatMap(({ program }) => ['p50', 'p95', 'p99'].map((part) => `${NAMES[program]} ${part}`)),
  ]
  return table(`Milliseconds, ${clientCountLabel(clients)}`, [head, ...rows])
}

function rateTable(rows: readonly Measurement[], all: readonly Measurement[]): string {
  const compared = (one: Measurement, rival: Program) => {
    const other = findMeasurement(all, rival, one.task, one.clients)
    return other ? `${(one.perSecond / other.perSecond).toFixed(2)}×` : '–'
  }
  const lines = rows.map((one) => [
    `${NAMES[one.program]}, ${clientCountLabel(one.clients)}`,
    one.perSecond.toFixed(1),
    `${Math.min(...one.rounds).toFixed(1)} to ${Math.max(...one.rounds).toFixed(1)}`,
    compared(one, 'peer'),
    compared(one, 'floor'),
    compared(one, 'durableFloor'),
    ...[one.cpu?.server, one.cpu?.postgres, one.cpu?.clients].map((ms) => ms?.toFixed(2) ?? '–'),
  ])
  const head = [
    '',
    'per second',
    'rounds',
    '× peer',
    '× floor',
    '× floor, all durable',
    'server CPU',
    'PostgreSQL CPU',
    'clients CPU',
  ]
  const title = rows[0]?.task === 'get cart' ? 'Carts read' : 'Whole checkouts'
  const note = rows.some(({ cpu }) => !cpu) ? '\nCPU is measured on Linux only, of programs on this machine.' : ''
  return table(`${title} (CPU in milliseconds for one of them)`, [head, ...lines]) + note
}

function goalTable(comparison: Comparison): string {
  const rows = goalsOf(comparison).map(({ what, goal, measured, isMet }) => [
    what,
    goal,
    measured,
    isMet ? 'yes' : 'no',
  ])
  return table('Goals', [['', 'goal', 'measured', 'met'], ...rows])
}

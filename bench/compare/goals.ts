import type { Program } from './contender.ts'
import type { Measurement, Task } from './measure.ts'
import type { Comparison } from './report.ts'

export const GOALS = {
  minRatioToPeer: 20,
  minRatioToFloor: 0.5,
  statements: 110,
  bootMilliseconds: 1500,
  residentMegabytes: 200,
  /** Maximum ratio of the cost of a checkout in a large shop to the cost in a small shop. */
  growth: 1.2,
}

export interface Goal {
  what: string
  goal: string
  measured: string
  isMet: boolean
}

export function findMeasurement(measured: readonly Measurement[], program: Program, task: Task, clients: number) {
  return measured.find((one) => one.program === program && one.task === task && one.clients === clients)
}

export const clientsOf = (measured: readonly Measurement[]): number[] => [
  ...new Set(measured.map(({ clients }) => clients)),
]

export const clientCountLabel = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`)

export function goalsOf({ measured, statements, boot }: Comparison): Goal[] {
  const rates = clientsOf(measured).flatMap((clients) => [
    ...rateGoal(measured, { task: 'checkouts', rival: 'peer', clients, times: GOALS.minRatioToPeer }),
    ...rateGoal(measured, { task: 'checkouts', rival: 'floor', clients, times: GOALS.minRatioToFloor }),
    ...rateGoal(measured, { task: 'get cart', rival: 'floor', clients, times: GOALS.minRatioToFloor }),
  ])
  const { checkout } = statements.own
  return [
    ...rates,
    {
      what: 'SQL statements of a checkout',
      goal: `≤ ${GOALS.statements}`,
      measured: String(checkout),
      isMet: checkout <= GOALS.statements,
    },
    {
      what: 'start on an existing database',
      goal: `≤ ${(GOALS.bootMilliseconds / 1000).toFixed(1)} s`,
      measured: `${(boot.median / 1000).toFixed(2)} s`,
      isMet: boot.median <= GOALS.bootMilliseconds,
    },
  ]
}

interface Wanted {
  task: Task
  rival: Program
  clients: number
  times: number
}

function rateGoal(measured: readonly Measurement[], { task, rival, clients, times }: Wanted): Goal[] {
  const [own, other] = (['own', rival] as const).map((program) => findMeasurement(measured, program, task, clients))
  if (!own || !other) return []
  const ratio = own.perSecond / other.perSecond
  return [
    {
      what: `${task === 'get cart' ? 'carts read' : 'checkouts'}, ${clientCountLabel(clients)}`,
      goal: `≥ ${times} × ${rival}`,
      measured: `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`,
      isMet: ratio >= times,
    },
  ]
}

import { STEPS } from './checkout.ts'
import type { Latency, Played } from './play.ts'
import { describeEnvironment, type Environment } from './result.ts'
import type { Statements } from './statements.ts'

/** CPU time of one checkout and memory at the end, for one program. */
export interface Cost {
  cpuMilliseconds: number
  memoryMegabytes: number
}

export interface Measured {
  played: Played
  /** Undefined where the system does not tell. */
  cost: { server: Cost; postgres: Cost } | undefined
}

export interface Report {
  environment: Environment
  statements: Statements
  own: Measured[]
  floor: Measured[]
  peer: Played[]
}

/** The report for people. */
export function tables({ environment, statements, own, floor, peer }: Report): string {
  const rival = (clients: number) => peer.find((played) => played.clients === clients)
  return [
    describeEnvironment(environment),
    statementTable(statements),
    ...own.map(({ played }) => latencyTable(played, rival(played.clients))),
    rateTable({ own, floor, peer }),
  ].join('\n\n')
}

function statementTable({ steps, checkout, roundTrips }: Statements): string {
  const rows = STEPS.map((step) => [step, String(steps[step])])
  return table('Statements', [
    ['step', 'at most'],
    ...rows,
    ['whole checkout', String(checkout)],
    ['round trips', String(roundTrips)],
  ])
}

function latencyTable({ clients, checkouts, latency }: Played, rival: Played | undefined): string {
  const row = (name: string, { p50, p95, p99 }: Latency) => [name, ...[p50, p95, p99].map((ms) => ms.toFixed(1))]
  const rows = STEPS.map((step) => [
    ...row(step, latency[step]),
    ...(rival ? [rival.latency[step].p50.toFixed(1), ratio(rival.latency[step].p50, latency[step].p50)] : []),
  ])
  const head = ['step', 'p50', 'p95', 'p99', ...(rival ? ['peer p50', 'peer/own'] : [])]
  return table(`Milliseconds, ${people(clients)}, ${checkouts} checkouts`, [head, ...rows])
}

function rateTable({ own, floor, peer }: Pick<Report, 'own' | 'floor' | 'peer'>): string {
  const rateOf = (measured: readonly Played[], clients: number) =>
    measured.find((played) => played.clients === clients)?.checkoutsPerSecond
  const compared = (rate: number, other: number | undefined) => (other === undefined ? '–' : ratio(rate, other))
  const floors = floor.map(({ played }) => played)
  const row = (name: string, { clients, checkoutsPerSecond }: Played, cost?: Measured['cost']) => [
    `${name}, ${people(clients)}`,
    checkoutsPerSecond.toFixed(1),
    compared(checkoutsPerSecond, rateOf(peer, clients)),
    compared(checkoutsPerSecond, rateOf(floors, clients)),
    cost?.server.cpuMilliseconds.toFixed(1) ?? '–',
    cost?.postgres.cpuMilliseconds.toFixed(1) ?? '–',
    cost?.server.memoryMegabytes.toFixed(0) ?? '–',
    cost?.postgres.memoryMegabytes.toFixed(0) ?? '–',
  ]
  const rows = [
    ...own.map(({ played, cost }) => row('Cartwright', played, cost)),
    ...floor.map(({ played, cost }) => row('floor', played, cost)),
    ...peer.map((played) => row('peer', played)),
  ]
  const head = ['', 'checkouts/s', '× peer', '× floor', 'server CPU', 'PostgreSQL CPU', 'server MB', 'PostgreSQL MB']
  const note = own.some(({ cost }) => !cost) ? '\nCPU and memory are measured on Linux only.' : ''
  return table('Whole checkouts (CPU in milliseconds for one of them)', [head, ...rows]) + note
}

const people = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`)
export const ratio = (a: number, b: number) => `${(a / b).toFixed(1)}×`

/** Columns under their heads; all but the first are aligned to the right. */
export function table(title: string, rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ')
  return [title, ...rows.map((row) => `  ${line(row)}`)].join('\n')
}

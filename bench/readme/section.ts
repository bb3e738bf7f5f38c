import { NAMES, PROGRAMS } from '../compare/contender.ts'
import { clientCountLabel, clientsOf, findMeasurement, GOALS } from '../compare/goals.ts'
import type { Measurement, Task } from '../compare/measure.ts'
import type { Comparison } from '../compare/report.ts'
import { costOf, type Growth } from '../growth/report.ts'
import type { Soak } from '../soak.ts'

/** What the README tells numbers from; what was not measured is not told. */
export interface Results {
  checkouts?: Comparison | undefined
  soak?: Soak | undefined
  growth?: Growth | undefined
}

export const BEGIN = '<!-- what follows is written by `npm run bench -- readme` -->'
export const END = '<!-- and up to here -->'
export const CHART = 'bench/results/checkouts.svg'

/** The README with its numbers as the results say. @throws where it does not say where they belong. */
export function withSection(readme: string, results: Results): string {
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`README.md has no place for the numbers: ${BEGIN} … ${END}`)
  return `${readme.slice(0, from)}${BEGIN}\n\n${section(results)}\n\n${readme.slice(to)}`
}

/** The numbers in Markdown. */
export function section({ checkouts, soak, growth }: Results): string {
  if (!checkouts && !soak && !growth) return 'Not measured yet.'
  return [
    ...(checkouts ? comparisonOf(checkouts) : []),
    ...(soak ? [soakOf(soak)] : []),
    ...(growth ? growthOf(growth) : []),
  ].join('\n\n')
}

function comparisonOf(comparison: Comparison): string[] {
  const { environment, measured, statements, memory, boot } = comparison
  const { node, postgres, cpus, cpu, at } = environment
  return [
    `![Checkouts and carts read in a second](${CHART})`,
    `Measured on ${at.slice(0, 10)} with Node ${node.slice(1)} and PostgreSQL ${postgres} on ${cpus} × ${cpu}; the median of ` +
      `${measured[0]?.rounds.length} rounds, and the least and the most.`,
    rows(
      [
        '',
        ...clientsOf(measured).map((clients) => `checkouts/s, ${clientCountLabel(clients)}`),
        'SQL statements',
        'CPU ms, server + PostgreSQL',
        'MB resident',
      ],
      PROGRAMS.flatMap((program) => {
        const all = clientsOf(measured).flatMap(
          (clients) => findMeasurement(measured, program, 'checkouts', clients) ?? [],
        )
        if (all.length === 0) return []
        const count = program === 'own' ? statements.own.checkout : statements[program]
        return [[NAMES[program], ...all.map(rate), shown(count), cpuOf(all[0]), shown(memory[program])]]
      }),
    ),
    rows(
      [
        '',
        ...clientsOf(measured).map((clients) => `carts read/s, ${clientCountLabel(clients)}`),
        'CPU ms, server + PostgreSQL',
      ],
      PROGRAMS.flatMap((program) => {
        const all = clientsOf(measured).flatMap(
          (clients) => findMeasurement(measured, program, 'get cart', clients) ?? [],
        )
        return all.length === 0 ? [] : [[NAMES[program], ...all.map(rate), cpuOf(all[0])]]
      }),
    ),
    [
      ratios(measured, 'checkouts', 'peer'),
      ratios(measured, 'checkouts', 'floor'),
      ratios(measured, 'get cart', 'floor'),
    ]
      .flat()
      .concat(
        `- A checkout waits ${statements.own.roundTrips} times for PostgreSQL.`,
        `- A start on an existing database answers after ${(boot.median / 1000).toFixed(2)} s (goal: ` +
          `${(GOALS.bootMilliseconds / 1000).toFixed(1)} s).`,
      )
      .join('\n'),
  ]
}

const shown = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(0))

const rate = ({ perSecond, rounds }: Measurement) =>
  `**${perSecond.toFixed(1)}** (${Math.min(...rounds).toFixed(1)}–${Math.max(...rounds).toFixed(1)})`

const cpuOf = (one: Measurement | undefined) =>
  one?.cpu ? `${one.cpu.server.toFixed(1)} + ${one.cpu.postgres.toFixed(1)}` : '–'

function ratios(measured: readonly Measurement[], task: Task, rival: 'peer' | 'floor'): string[] {
  const all = clientsOf(measured).flatMap((clients) => {
    const [own, other] = [
      findMeasurement(measured, 'own', task, clients),
      findMeasurement(measured, rival, task, clients),
    ]
    if (!own || !other) return []
    const times = own.perSecond / other.perSecond
    return [`${times.toFixed(times < 10 ? 2 : 1)} × with ${clientCountLabel(clients)}`]
  })
  if (all.length === 0) return []
  const goal = rival === 'peer' ? GOALS.timesPeer : GOALS.partOfFloor
  return [
    `- ${task === 'get cart' ? 'Carts read' : 'Checkouts'}, to the ${rival}: ${all.join(', ')} (goal: ${goal} ×).`,
  ]
}

function soakOf({ samples, slope, clients }: Soak): string {
  const last = samples.at(-1)!
  return (
    `- After ${last.checkouts} checkouts by ${clientCountLabel(clients)} the server has ${last.megabytes.toFixed(0)} MB resident (goal: ` +
    `${GOALS.residentMegabytes} MB), and takes ${slope.toFixed(1)} MB more for each thousand.`
  )
}

function growthOf({ sizes }: Growth): string[] {
  const [smallest] = sizes
  return [
    rows(
      ['orders and products before', 'CPU ms of a checkout, server + PostgreSQL', 'to the smallest', 'SQL statements'],
      sizes.map((one) => [
        one.size.toLocaleString('en'),
        `${one.server?.toFixed(1)} + ${one.postgres?.toFixed(1)}`,
        `${(costOf(one) / costOf(smallest!)).toFixed(2)} ×`,
        String(one.statements),
      ]),
    ),
  ]
}

function rows(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...body.map(line)].join('\n')
}

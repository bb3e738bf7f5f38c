import type { DutiesReport } from '../duties/report.ts'
import { markdownTable } from './markdown-table.ts'

/** Checkouts of programs with equal duties, of buyers of the same variants, and the start with all plugins. */
export function dutiesOf({ environment, measured, allPlugins }: DutiesReport): string[] {
  const { boot, megabytes } = allPlugins
  return [
    '### Equal duties, and buyers of the same variants',
    `Measured on ${environment.at.slice(0, 10)}. Each rate is the median of ${measured[0]?.rounds.length} rounds, with the minimum and ` +
      'the maximum in parentheses.',
    markdownTable(
      ['', 'clients', 'checkouts/s', 'CPU ms, server + PostgreSQL'],
      measured.map(({ task, program, clients, perSecond, rounds, cpu }) => [
        `${task}, ${program}`,
        String(clients),
        `**${perSecond.toFixed(1)}** (${Math.min(...rounds).toFixed(1)}–${Math.max(...rounds).toFixed(1)})`,
        cpu ? `${cpu.server.toFixed(1)} + ${cpu.postgres.toFixed(1)}` : '–',
      ]),
    ),
    `- With all plugins of this repository, the server starts in ${(boot.median / 1000).toFixed(2)} s and has ` +
      `${megabytes?.toFixed(0) ?? '–'} MB resident after checkouts by 8 clients.`,
  ]
}

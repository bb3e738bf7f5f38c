import { SIZE_GOAL, type SizeReport, sizeGoal, sizeRows } from '../catalogue-size/report.ts'
import { COMMON_WORD_TASKS } from '../catalogue-size/tasks.ts'
import { markdownTable } from './markdown-table.ts'

/** The CPU of each request in a large shop, relative to a small one. */
export function catalogueSizeOf(report: SizeReport): string[] {
  const { environment, large, measured } = report
  const [first] = measured
  const [head = [], ...rows] = sizeRows(report)
  return [
    `### A shop with ${large.toLocaleString('en')} products`,
    `Measured on ${environment.at.slice(0, 10)} with ${first?.clients} clients, both shops in turns, ${first?.rounds.length} rounds. ` +
      `The goal is at most ${SIZE_GOAL} × the CPU of the small shop. It does not apply to ${COMMON_WORD_TASKS.map((task) => `"${task}"`).join(' and ')}, ` +
      'because a word in a sixth of all products matches more products in a larger shop.',
    markdownTable(head, rows),
    sizeGoal(report),
  ]
}

import {
  LANGUAGES_GOAL,
  LANGUAGES_HEAD,
  type LanguagesReport,
  languagesRows,
  relativeCpu,
} from '../languages/report.ts'
import { markdownTable } from './markdown-table.ts'

/** The CPU of each read in a shop with five languages, relative to one. */
export function languagesOf(report: LanguagesReport): string[] {
  const { environment, products, rounds, reads } = report
  const compared = reads.filter(({ hasGoal }) => hasGoal)
  const met = compared.filter((read) => relativeCpu(read) <= LANGUAGES_GOAL)
  return [
    `### ${products.toLocaleString('en')} products in five languages`,
    `Measured on ${environment.at.slice(0, 10)}, both shops in turns, ${rounds} rounds, without the cache of responses, in German. The goal is at most ` +
      `${LANGUAGES_GOAL} × the CPU of a shop with one language. ${met.length} of ${compared.length} reads meet it.`,
    markdownTable(LANGUAGES_HEAD, languagesRows(report)),
  ]
}

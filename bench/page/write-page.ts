import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchReport, RESULTS, writeResult } from '../result.ts'
import { chart } from './chart.ts'
import { type Results, withMeasurements } from './measurements.ts'
import { visitChart } from './visit-chart.ts'

const PAGE = join(import.meta.dirname, '../../docs/understand/measurements.md')

export interface PageFiles {
  results: string
  page: string
}

/**
 * Writes the result file and, unless the run was quick, the page and the charts. Returns the path of the result file.
 */
export function publishResult(bench: string, report: BenchReport): string {
  const file = writeResult(bench, report)
  if (!report.quick) writePage()
  return file
}

export function writePage({ results, page }: PageFiles = { results: RESULTS, page: PAGE }): void {
  const stored = readResults(results)
  if (stored.checkouts) writeFileSync(join(results, 'checkouts.svg'), chart(stored.checkouts))
  if (stored.visits) writeFileSync(join(results, 'visits.svg'), visitChart(stored.visits))
  writeFileSync(page, withMeasurements(readFileSync(page, 'utf8'), stored))
}

function readResults(folder: string): Results {
  const read = (bench: string) => {
    const file = join(folder, `${bench}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  }
  return {
    checkouts: read('checkouts'),
    soak: read('soak'),
    growth: read('growth'),
    plugins: read('plugins'),
    visits: read('visits'),
    console: read('console'),
    catalogueSize: read('catalogue-size'),
    duties: read('duties'),
    languages: read('languages'),
  }
}

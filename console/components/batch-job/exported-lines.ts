import type { Job } from './use-batch-job.ts'

/** The number of lines below the titles of an exported file. A product has one line for each variant. */
export function exportedLines({ result }: Pick<Job, 'result'>): number {
  const lines = result?.stat_descriptors?.find(({ key }) => key === 'exported-lines')
  return Number(lines?.message ?? result?.count ?? 0)
}

import { writeFile } from 'node:fs/promises'
import type { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import { StartError } from '#server/base/start-error.ts'

export const REPORT_OPTION = ['--report <file>', 'write the changes, notices and errors as JSON'] as const

/** @throws StartError if the file cannot be written, before the job begins. */
export async function openReport(file: string | undefined): Promise<void> {
  if (file === undefined) return
  await writeFile(file, '').catch((error: Error) => {
    throw new StartError(`The report cannot be written: ${error.message}`)
  })
}

/** Writes the result of a finished job, also of a failed one. */
export async function writeReport(file: string | undefined, job: BatchJob): Promise<void> {
  if (file === undefined) return
  const { operations = {}, notices = [], errors = [], source, tax_classes } = job.result ?? {}
  const report = { status: job.status(), dry_run: job.dry_run, operations, source, tax_classes, notices, errors }
  await writeFile(file, `${JSON.stringify({ type: job.type, ...report }, null, 2)}\n`)
}

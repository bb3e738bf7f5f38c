import { type EntityManager, IsolationLevel, type TransactionOptions } from '@mikro-orm/postgresql'
import { finishWork } from '#database/last-work.ts'
import { getRow, type Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { announce } from '../event/announce.ts'
import type { FileStore } from '../file/file-port.ts'
import { BatchStopped } from './batch-errors.ts'
import { BatchJob, type BatchResult } from './batch-job.ts'
import type { BatchRun, BatchType, PreProcessResult } from './batch-type.ts'
import { lockBatchJob } from './find-batch-job.ts'
import { recordProgress } from './progress.ts'

export interface BatchPorts {
  files: FileStore
  signal: AbortSignal
}

/** Runs the job until it ends or a user must confirm it. After a crash, the function can run again. */
export async function runBatchJob(
  em: EntityManager,
  job: Row<BatchJob>,
  type: BatchType,
  ports: BatchPorts,
): Promise<void> {
  const work = { em, id: job.id, type, ports }
  try {
    if (job.status() === 'created') await preProcess(work)
    if (await startProcessing(work)) await (type.kind === 'import' ? runImport(work) : runExport(work))
  } catch (error) {
    if (!(error instanceof BatchStopped)) throw error
  }
  await runEndCallback(work)
}

interface Work {
  em: EntityManager
  id: string
  type: BatchType
  ports: BatchPorts
}

async function preProcess(work: Work): Promise<void> {
  const { em, id } = work
  const { result, context } = await preview(work)
  await changeBatchJob(em, id, async (job, tx) => {
    if (job.status() !== 'created') throw new BatchStopped()
    job.moveTo('pre_processed')
    job.addResult(result)
    if (context) job.context = { ...job.context, ...context }
    await announce(tx, 'batch.pre_processed', { id })
    if (job.dry_run) return
    job.moveTo('confirmed')
    await announce(tx, 'batch.confirmed', { id })
  })
}

async function preview(work: Work): Promise<PreProcessResult> {
  for (let part = await previewPart(work); ; part = await previewPart(work, part.result))
    if (part.result.next_part === undefined) return part
}

async function previewPart({ em, id, type, ports }: Work, before?: BatchResult): Promise<PreProcessResult> {
  const jobEm = await beginLongTransaction(em, isolationOf(type))
  try {
    const run = await createBatchRun(jobEm, id, ports)
    return await type.preProcess(before ? { ...run, result: before } : run)
  } finally {
    await jobEm.rollback()
  }
}

/** A job that is already processing runs again, because its previous worker has died. */
async function startProcessing({ em, id }: Work): Promise<boolean> {
  return changeBatchJob(em, id, async (job, tx) => {
    const status = job.status()
    if (status !== 'confirmed') return status === 'processing'
    job.moveTo('processing')
    await announce(tx, 'batch.processing', { id })
    return true
  })
}

async function runImport(work: Work): Promise<void> {
  while (await runPart(work)) work.ports.signal.throwIfAborted()
}

/** Returns whether there is another part. */
async function runPart({ em, id, type, ports }: Work): Promise<boolean> {
  const jobEm = await beginLongTransaction(em)
  try {
    // Two workers must not run the same part.
    if (type.inParts) assertProcessing(await lockBatchJob(jobEm, id))
    const run = await createBatchRun(jobEm, id, ports)
    const result = await type.process(type.inParts ? { ...run, advance: async () => {} } : run)
    const job = await lockBatchJob(jobEm, id)
    const isLast = result.next_part === undefined
    if (isLast) await complete(job, result, jobEm)
    else job.addResult(result)
    await jobEm.flush()
    await finishWork(jobEm)
    await jobEm.commit()
    return !isLast
  } catch (error) {
    await jobEm.rollback()
    throw error
  }
}

async function runExport({ em, id, type, ports }: Work): Promise<void> {
  const jobEm = await beginLongTransaction(em, isolationOf(type))
  const result = await type.process(await createBatchRun(jobEm, id, ports)).finally(() => jobEm.rollback())
  await changeBatchJob(em, id, (job, tx) => complete(job, result, tx))
}

async function complete(job: Row<BatchJob>, result: BatchResult, tx: EntityManager): Promise<void> {
  assertProcessing(job)
  job.moveTo('completed')
  job.addResult({ ...result, progress: 1, next_part: undefined })
  await announce(tx, 'batch.completed', { id: job.id })
  await tx.flush()
}

function assertProcessing(job: Row<BatchJob>): void {
  if (job.status() !== 'processing') throw new BatchStopped()
}

async function runEndCallback({ em, id, type, ports }: Work): Promise<void> {
  const job = await em.fork().findOneOrFail(BatchJob, { id })
  const { created_at, context, result } = job
  const endedRun = { files: ports.files, id, created_at, context, result: result ?? {} }
  if (job.status() === 'completed') await type.onCompleted?.(endedRun)
  if (job.status() === 'canceled') await type.onCanceled?.(endedRun)
}

async function beginLongTransaction(em: EntityManager, options?: TransactionOptions): Promise<EntityManager> {
  const jobEm = em.fork()
  await jobEm.begin(options)
  try {
    await jobEm.execute('set local statement_timeout = 0')
  } catch (error) {
    await jobEm.rollback()
    throw error
  }
  return jobEm
}

const isolationOf = ({ kind }: BatchType) =>
  kind === 'export' ? { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true } : {}

async function createBatchRun(
  em: EntityManager,
  id: string,
  { files, signal }: BatchPorts,
): Promise<BatchRun<unknown>> {
  const { created_at, context, result } = await getRow(em, BatchJob, { id })
  // Progress is written outside of the job's transaction, so that other requests see the progress immediately.
  const progressEm = em.fork()
  return {
    em,
    files,
    id,
    created_at,
    context,
    result: result ?? {},
    async advance(progress) {
      signal.throwIfAborted()
      if (!(await recordProgress(progressEm, id, progress))) throw new BatchStopped()
    },
  }
}

export const changeBatchJob = <Answer>(
  em: EntityManager,
  id: string,
  change: (job: Row<BatchJob>, tx: EntityManager) => Promise<Answer>,
): Promise<Answer> => inTransaction(em, async (tx) => change(await lockBatchJob(tx, id), tx))

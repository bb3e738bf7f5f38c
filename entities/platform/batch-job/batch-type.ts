import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import type { FileStore } from '../file/file-port.ts'
import type { BatchResult } from './batch-job.ts'

export interface BatchRun<Context> {
  /** Entity manager in the transaction of the current step. */
  em: EntityManager
  files: FileStore
  id: string
  created_at: Date
  /** The context was stored as JSON, so dates are strings. */
  context: Context
  result: BatchResult
  /**
   * Stores the progress in a separate transaction. Throws BatchStopped if the job was canceled. Only `process` of a type `inParts`
   * stores nothing: its result has the progress.
   */
  advance(progress: BatchResult): Promise<void>
}

/**
 * An `export` reads one snapshot and writes only files. An `import` changes the shop in one transaction, so another
 * worker can start again after a crash. With `inParts`, another worker continues after the last part.
 */
export interface BatchType<Context = unknown> {
  kind: 'export' | 'import'
  /**
   * Each call of `process` is a separate transaction, which commits its changes with its result. While the result has `next_part`, there
   * is another call with this result, also after a crash. So locks are short, and a canceled job keeps its first parts. Each call of
   * `preProcess` is rolled back.
   */
  inParts?: true
  /** The context gets the address of the shop as `origin`, because the job writes addresses of files. */
  needsOrigin?: true
  /** The files can contain personal data of customers. The erasure of a customer deletes them. */
  hasPersonalData?: true
  /** An API key needs the scopes of these admin procedures to create the job. */
  procedures: readonly string[]
  /** The scopes that a context needs in addition. */
  proceduresOf?(context: Context): readonly string[]
  context: z.ZodType<Context>
  check?(em: EntityManager, context: Context): Promise<void>
  preProcess(run: BatchRun<Context>): Promise<PreProcessResult>
  /** An export must write to the same file key in each attempt. */
  process(run: BatchRun<Context>): Promise<BatchResult>
  /** `onCompleted` and `onCanceled` may run several times and must be idempotent. */
  onCompleted?(run: Omit<BatchRun<Context>, 'em' | 'advance'>): Promise<void>
  onCanceled?(run: Omit<BatchRun<Context>, 'em' | 'advance'>): Promise<void>
}

export interface PreProcessResult {
  result: BatchResult
  context?: Record<string, unknown>
}

export type BatchTypes = Readonly<Record<string, BatchType>>

/** Declares a type of batch jobs. The schema of `context` gives the runs their type. */
export const defineBatchType = <Context>(type: BatchType<Context>): BatchType<Context> => type

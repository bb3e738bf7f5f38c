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
  /** Context of the job as stored JSON, in which dates are strings. */
  context: Context
  result: BatchResult
  /**
   * Stores the progress immediately. A job that never calls it cannot be canceled while it runs.
   * @throws BatchStopped if the job was canceled.
   */
  advance(progress: BatchResult): Promise<void>
}

/**
 * To add a type, implement this interface and register it with the server.
 *
 * - `export`: reads one snapshot and writes only files.
 * - `import`: changes the shop and completes the job in one transaction, so another worker can safely start again.
 */
export interface BatchType<Context = unknown> {
  kind: 'export' | 'import'
  /** Admin procedures that an API key must be allowed to call to create the job. */
  procedures: readonly string[]
  context: z.ZodType<Context>
  check?(em: EntityManager, context: Context): Promise<void>
  preProcess(run: BatchRun<Context>): Promise<BatchFindings>
  /** An export must write to the same file key in each attempt. */
  process(run: BatchRun<Context>): Promise<BatchResult>
  /** Runs after the job ends. Implementations must be safe to repeat. */
  onCompleted?(run: Omit<BatchRun<Context>, 'em' | 'advance'>): Promise<void>
  onCanceled?(run: Omit<BatchRun<Context>, 'em' | 'advance'>): Promise<void>
}

interface BatchFindings {
  result: BatchResult
  context?: Record<string, unknown>
}

export type BatchTypes = Readonly<Record<string, BatchType>>

export const batchType = <Context>(type: BatchType<Context>): BatchType<Context> => type

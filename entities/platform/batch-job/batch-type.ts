import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import type { FileStore } from '../file/file-port.ts'
import type { BatchResult } from './batch-job.ts'

export interface BatchRun<Context> {
  /** Belongs to the transaction of the step. */
  em: EntityManager
  files: FileStore
  id: string
  created_at: Date
  /** Read from JSON, so dates are texts. */
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
  /** Admin procedures whose scopes an API key needs to create the job. */
  procedures: readonly string[]
  /** Parses the input. The result is the context of the job. */
  context: z.ZodType<Context>
  /** Rejects a context before the job is created. */
  check?(em: EntityManager, context: Context): Promise<void>
  /** Its database changes are rolled back. */
  preProcess(run: BatchRun<Context>): Promise<BatchFindings>
  /** An export must write to the same file key in each attempt. */
  process(run: BatchRun<Context>): Promise<BatchResult>
  /** Called after the job ends. Both must be safe to repeat. */
  onCompleted?(run: Omit<BatchRun<Context>, 'em' | 'advance'>): Promise<void>
  onCanceled?(run: Omit<BatchRun<Context>, 'em' | 'advance'>): Promise<void>
}

interface BatchFindings {
  result: BatchResult
  /** Merged into the context of the job. */
  context?: Record<string, unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: each type has a context of its own, which only it reads
export type BatchTypes = Readonly<Record<string, BatchType<any>>>

export const batchType = <Context>(type: BatchType<Context>): BatchType<Context> => type

import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import type { FileStore } from '../file/file-port.ts'
import type { BatchResult } from './batch-job.ts'

/** What a type of batch job is given to do its work with. */
export interface BatchRun<Context> {
  /** In the transaction of the step. */
  em: EntityManager
  files: FileStore
  id: string
  created_at: Date
  /** As it stands in the database: what was a date is a text. */
  context: Context
  /** What the job told before. */
  result: BatchResult
  /**
   * Tells others at once how far it is. To be called every now and then, or the job cannot be stopped.
   * @throws BatchStopped where it shall not go on.
   */
  advance(progress: BatchResult): Promise<void>
}

/**
 * A type of batch job. To add one, make one of these and name it where the types are installed.
 *
 * - `export`: reads one unchanging picture of the shop and changes nothing but files.
 * - `import`: changes the shop in one transaction, in which the job is completed as well. So what a worker began that
 *   died is as if it had never been, and is begun again by another.
 */
export interface BatchType<Context = unknown> {
  kind: 'export' | 'import'
  /** The procedures of the administration that it does the work of: an API key that may not call them cannot order it. */
  does: readonly string[]
  /** Reads what the caller says; what it makes of it is the context of the job. */
  context: z.ZodType<Context>
  /** Refuses what only the database can tell to be wrong, before there is a job. */
  check?(em: EntityManager, context: Context): Promise<void>
  /** Finds out what there is to do. Nothing that it changes in the database stays. */
  preProcess(run: BatchRun<Context>): Promise<BatchFindings>
  /** Does it. The file that an export writes has the same key in each attempt. */
  process(run: BatchRun<Context>): Promise<BatchResult>
  /** After the end. Both may be called again, and for a job that has done nothing. */
  onCompleted?(run: Omit<BatchRun<Context>, 'em' | 'advance'>): Promise<void>
  onCanceled?(run: Omit<BatchRun<Context>, 'em' | 'advance'>): Promise<void>
}

/** What a pre-processing found. */
export interface BatchFindings {
  result: BatchResult
  /** Added to the context of the job. */
  context?: Record<string, unknown>
}

/** The types of a shop, by what callers call them. */
// biome-ignore lint/suspicious/noExplicitAny: each type has a context of its own, which only it reads
export type BatchTypes = Readonly<Record<string, BatchType<any>>>

/** Lets the compiler see that what a type reads is what its schema makes. */
export const batchType = <Context>(type: BatchType<Context>): BatchType<Context> => type

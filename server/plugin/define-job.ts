import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { enqueueTask, type JobOptions } from '#entities/platform/job/enqueue.ts'
import type { PluginContext } from './plugin.ts'

interface JobParts<Payload> {
  /** Unique in the shop. Do not rename a job while jobs of the old name wait. */
  name: string
  payload: z.ZodType<Payload>
  /** Runs the job at these times (cron syntax, UTC) with the payload `{}`. */
  schedule?: string
  /** May run more than once for one payload, so it must be idempotent. A job that throws is retried. */
  run(payload: Payload, shop: PluginContext): Promise<void>
}

export interface Job<Payload> extends JobDefinition {
  /** Enqueues the job in the transaction of `em`. It runs after the commit. */
  enqueue(em: EntityManager, payload: Payload, options?: JobOptions): Promise<void>
}

export interface JobDefinition {
  readonly name: string
  readonly schedule: string | undefined
  /** @throws ZodError if the stored payload does not match the schema of the job. */
  run(payload: unknown, shop: PluginContext): Promise<void>
}

/**
 * Declares a background job.
 *
 * @example
 * const sendToWorkshop = defineJob({ name: 'engraving.send', payload: z.object({ order_id: z.string() }), run })
 * await sendToWorkshop.enqueue(em, { order_id })
 */
export function defineJob<Payload extends object>({
  name,
  payload: schema,
  schedule,
  run,
}: JobParts<Payload>): Job<Payload> {
  return {
    name,
    schedule,
    run: (payload, shop) => run(schema.parse(payload), shop),
    enqueue: (em, payload, options) => enqueueTask(em, name, { payload, ...options }),
  }
}

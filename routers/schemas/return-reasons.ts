import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { ReturnReason } from '#entities/return/return-reason.ts'
import { allRows, readRow } from './list.ts'
import { answer } from './resource.ts'
import { ReturnReasonResource } from './resources/return.ts'

/* Customers and those who run the shop see the same reasons. */

const view = {
  entity: ReturnReason,
  resource: ReturnReasonResource,
  defaults: { relations: ['parent_return_reason', 'return_reason_children'] },
}

export const withReturnReason = answer({ return_reason: ReturnReasonResource })
export const withReturnReasons = answer({ return_reasons: z.array(ReturnReasonResource) })

/** Those that are nested in none; each shows those that are nested in it. */
export async function listReturnReasons(em: EntityManager): Promise<z.output<typeof withReturnReasons>> {
  return { return_reasons: await allRows(em, { ...view, where: [{ parent_return_reason_id: null }] }) }
}

/** The reason as it is stored. */
export async function readReturnReason(em: EntityManager, id: string): Promise<z.output<typeof withReturnReason>> {
  const return_reason = await readRow(em, {}, { ...view, where: [{ id }] })
  if (!return_reason) throw new NotFound(`Return Reason with id: ${id} was not found.`)
  return { return_reason }
}

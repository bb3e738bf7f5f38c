import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { readAllRows, readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { ReturnReasonResource } from './return.ts'

/* Customers and those who run the shop see the same reasons. */

const returnReasonReadOptions = {
  resource: ReturnReasonResource,
  defaults: { relations: ['parent_return_reason', 'return_reason_children'] },
}

export const returnReasonResponse = responseSchema({ return_reason: ReturnReasonResource })
export const returnReasonsResponse = responseSchema({ return_reasons: z.array(ReturnReasonResource) })

/** Those that are nested in none; each shows those that are nested in it. */
export async function listReturnReasons(em: EntityManager): Promise<z.output<typeof returnReasonsResponse>> {
  return {
    return_reasons: await readAllRows(em, { ...returnReasonReadOptions, where: [{ parent_return_reason_id: null }] }),
  }
}

/** The reason as it is stored. */
export async function readReturnReason(
  { em }: { em: EntityManager },
  id: string,
): Promise<z.output<typeof returnReasonResponse>> {
  const return_reason = await readRow(em, {}, { ...returnReasonReadOptions, where: [{ id }] })
  if (!return_reason) throw new NotFound(`Return Reason with id: ${id} was not found.`)
  return { return_reason }
}

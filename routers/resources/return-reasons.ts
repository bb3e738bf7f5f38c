import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { readAllRows, readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { ReturnReasonResource } from './return.ts'

const returnReasonReadOptions = {
  resource: ReturnReasonResource,
  defaults: { relations: ['parent_return_reason', 'return_reason_children'] },
}

export const returnReasonResponse = responseSchema({ return_reason: ReturnReasonResource })
export const returnReasonsResponse = responseSchema({ return_reasons: z.array(ReturnReasonResource) })

/** Returns the return reasons without a parent, with their children. */
export async function listReturnReasons(em: EntityManager): Promise<z.output<typeof returnReasonsResponse>> {
  return {
    return_reasons: await readAllRows(em, { ...returnReasonReadOptions, where: [{ parent_return_reason_id: null }] }),
  }
}

export async function readReturnReason(
  { em }: { em: EntityManager },
  id: string,
): Promise<z.output<typeof returnReasonResponse>> {
  const return_reason = await readRow(em, {}, { ...returnReasonReadOptions, where: [{ id }] })
  if (!return_reason) throw new NotFound(`Return Reason with id: ${id} was not found.`)
  return { return_reason }
}

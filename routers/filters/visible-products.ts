import { findVisibleChannels, scopeOfKey } from '#entities/market/publishable-api-key/key-scope.ts'
import type { ProcedureContext } from '../context/context.ts'
import type { Condition } from '../reading/conditions.ts'
import { soldInChannels } from './product-conditions.ts'

/**
 * Matches the products that the store shows to the caller: published, and in the sales channels of the publishable key, or else in
 * the default channel.
 */
export async function visibleProducts({ em, request }: Pick<ProcedureContext, 'em' | 'request'>): Promise<Condition> {
  return soldInChannels(findVisibleChannels(await scopeOfKey(em, request.publishableKey), undefined))
}

import type { ProcedureContext } from '../../context/context.ts'

/**
 * Returns the customer that takes over the cart, or null if the request must not change the cart. A cookie is not
 * enough, because browsers also send it with links and images of other sites.
 */
export const cartClaimantOf = ({ customer_id, customer_authenticated_by, request }: ProcedureContext): string | null =>
  customer_authenticated_by !== 'session' || (request.isTrusted.store && request.isScripted) ? customer_id : null

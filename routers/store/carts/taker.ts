import type { ProcedureContext } from '../../context.ts'

/**
 * Returns the ID of the customer who takes over the cart by reading it, or null if the read must not change the
 * cart. A cookie alone is not enough, because browsers also send cookies with links and images of other sites.
 */
export const takerOf = ({ customer_id, customer_authenticated_by, request }: ProcedureContext): string | null =>
  customer_authenticated_by !== 'session' || (request.isTrusted.store && request.isScripted) ? customer_id : null

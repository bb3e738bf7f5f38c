import type { ProcedureContext } from '../../context.ts'

/**
 * The customer who takes over a cart by reading it; null if the request changes nothing. A cookie alone is not enough: a
 * browser also sends it with a link or an image of another site. A script of a trusted origin, a program and a token are.
 */
export const takerOf = ({ customer_id, customer_authenticated_by, request }: ProcedureContext): string | null =>
  customer_authenticated_by !== 'session' || (request.isTrusted.store && request.isScripted) ? customer_id : null

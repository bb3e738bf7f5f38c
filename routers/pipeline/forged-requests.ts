import { Forbidden } from '#entities/errors.ts'
import type { Identity, RequestDetails } from '../context/context.ts'
import type { ProcedureMeta } from '../context/meta.ts'

/**
 * Prevents CSRF: browsers also send the session cookie with requests of other sites. A token proves that the caller
 * sent the request.
 * @throws Forbidden if a mutation relies on a cookie, or sets one, and its origin is not trusted.
 */
export function rejectForgedRequest(
  {
    user_authenticated_by,
    customer_authenticated_by,
    isTrusted,
  }: Pick<Identity, 'user_authenticated_by' | 'customer_authenticated_by'> & Pick<RequestDetails, 'isTrusted'>,
  meta: ProcedureMeta | undefined,
): void {
  const isForAdmin = meta?.access === 'admin' || meta?.logsIn === 'user'
  const authenticatedBy = isForAdmin ? user_authenticated_by : customer_authenticated_by
  const needsCookie = meta?.logsIn !== undefined || authenticatedBy === 'session'
  if (needsCookie && !(isForAdmin ? isTrusted.admin : isTrusted.store)) throw originBlocked()
}

export const originBlocked = (): Forbidden =>
  new Forbidden('Request blocked: the origin is not listed in ADMIN_CORS or STORE_CORS').because({
    name: 'origin_blocked',
  })

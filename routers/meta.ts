import type { OpenApiMeta } from 'trpc-openapi'

/** Who may call a procedure. */
export type Access = 'open' | 'customer' | 'admin'

export interface ProcedureMeta extends Record<string, unknown> {
  /** Where the procedure is found over REST; see `rest`. */
  openapi?: OpenApiMeta['openapi']
  /** Default: open. */
  access?: Access
  /** HTTP status of a success over REST. Default: 200. */
  status?: number
  /** Whether REST answers name an idempotency key even where the client sent none. */
  issuesKey?: boolean
  /** Its answers are not kept for idempotency keys: they log in, and an answer alone does not. */
  forgets?: boolean
}

type Method = 'GET' | 'POST' | 'DELETE'

/** The REST path of a procedure, below `/store` or `/admin`. `{name}` is a property of the input. */
export function rest(
  method: Method,
  path: `/${string}`,
  summary: string,
  { status, issuesKey, forgets }: Pick<ProcedureMeta, 'status' | 'issuesKey' | 'forgets'> = {},
): ProcedureMeta {
  return {
    openapi: { method, path, summary },
    ...(status ? { status } : {}),
    ...(issuesKey ? { issuesKey } : {}),
    ...(forgets ? { forgets } : {}),
  }
}

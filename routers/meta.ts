import type { OpenApiMeta } from 'trpc-openapi'

/** Who may call a procedure. */
export type Access = 'open' | 'customer' | 'admin'

/** In what a procedure differs from most. */
interface ProcedureOptions {
  /** HTTP status of a success over REST. Default: 200. */
  status?: number
  /** Whether answers name an idempotency key, which is kept, even where the client sent none. */
  issuesKey?: boolean
  /** Whether an answer is final; one that is not is not kept, and the same request sent again is done again. Default: all are. */
  isFinal?: (answer: unknown, input: unknown) => boolean
  /**
   * Nothing of it is kept for idempotency keys: it logs in, which an answer alone does not, or holds a password; or whoever
   * sends it again wants to see what is there now.
   */
  forgets?: boolean
  /** Whom it logs in: where a web site may not act for them, it may not log them in either (under an account of its own). */
  logsIn?: 'user' | 'customer'
  /** A mutation runs in one transaction, unless it says that it sees to its transactions itself. */
  transactions?: 'own'
  /**
   * Whether its answer may be sent before what it changed is on the disk. A crash of PostgreSQL, not one of the server, then
   * takes back the last of such changes. Who sends an `Idempotency-Key` waits for the disk all the same, and so does what a
   * provider over the network was told of.
   */
  mayBeLost?: boolean
  /** Whatever its body holds is not looked at. */
  ignoresBody?: boolean
  /** Its input is a form of files (see `FilesForm`), and not JSON. */
  accepts?: 'files'
  /**
   * Whether its answer may be a moment old. Then a replica may answer it (see `read-replica.ts`), and caches may keep the
   * answer that an anonymous caller gets over REST.
   */
  mayBeStale?: boolean
  /** Whether a publishable API key limits what it shows or sells. */
  takesPublishableKey?: boolean
  /** Whether it may be called only so often. */
  isLimited?: boolean
  /**
   * The property of the input that names the row it locks first: calls for one row run one after another. Default: the first
   * parameter of the path. `null`: it does not wait for other calls.
   */
  locks?: string | null
  /** Whether it also locks rows that calls for other rows lock, such as the stock of a variant. */
  locksShared?: boolean
}

export interface ProcedureMeta extends Record<string, unknown>, ProcedureOptions {
  /** Where the procedure is found over REST; see `rest`. */
  openapi?: OpenApiMeta['openapi']
  /** Default: open. */
  access?: Access
}

type Method = 'GET' | 'POST' | 'DELETE'

/** The REST path of a procedure, below `/store` or `/admin`. `{name}` is a property of the input. */
export function rest(
  method: Method,
  path: `/${string}`,
  summary: string,
  manner: ProcedureOptions = {},
): ProcedureMeta {
  return { openapi: { method, path, summary }, locks: /\{(\w+)\}/.exec(path)?.[1] ?? null, ...manner }
}

/** What a procedure of the administration is called in it, whether the path begins there (over REST) or above. */
export const adminProcedureName = (path: string): string => path.replace(/^admin\./, '')

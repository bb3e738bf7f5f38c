import type { Logger } from 'pino'
import { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import type { User } from '#entities/people/user/user.ts'
import type { ProcedureContext } from '#routers/context/context.ts'
import type { Access } from '#routers/context/meta.ts'
import type { ContentSources } from './content-sources.ts'
import type { Markup } from './markup.ts'
import type { PathParams } from './path-params.ts'

type RouteMethod = 'GET' | 'POST' | 'DELETE'

/** The answer of a route: a `Response` of the web platform, or the result of `html` or `xml`. */
export type RouteAnswer = Response | Markup

/** The request of a route. Caches store a response for each value of the headers that the route reads. */
export interface RouteRequest {
  readonly method: string
  /** The address at which the caller reached the shop. */
  readonly url: URL
  header(name: string): string | undefined
}

/** The cookies of a route. A response that sets cookies is not stored in caches. */
export interface RouteCookies {
  get(name: string): string | undefined
  /** Scripts cannot read the cookie, and other sites cannot send it with a form. `maxAge` is in seconds. Default: the browser session. */
  set(name: string, value: string, options?: { maxAge?: number; path?: string }): void
  /** `path` is that of `set`. */
  delete(name: string, options?: { path?: string }): void
}

/** The context of a procedure. It has a customer or a user if the route has `access`. */
export type RouteContext<Allowed extends Access = Access> = ProcedureContext &
  (Allowed extends 'customer' ? { customer_id: string } : Allowed extends 'admin' ? { user: User } : unknown)

/** The parameter of the handler of a route. */
export interface RouteCall<
  Params = Readonly<Record<string, string | string[]>>,
  Input = unknown,
  Allowed extends Access = Access,
> {
  ctx: RouteContext<Allowed>
  params: Params
  input: Input
  request: RouteRequest
  cookies: RouteCookies
  logger: Logger
}

export interface RouteOptions<Schema extends z.ZodType = z.ZodType, Allowed extends Access = Access> {
  /** The callers of the route: `open` (default), `customer` or `admin`. Other callers get 401. */
  access?: Allowed
  /** The query of a GET, or the form or JSON body of another method. `rawBody` passes the body as bytes. */
  input?: Schema
  /**
   * Lets caches store the response of a GET. Shared caches use a response to a caller without cookies and token for these
   * seconds, and otherwise browsers ask each time whether it has changed. The page must not contain secrets. `'immutable'`: all caches keep a response with the status 200 for a year. Its address must name its version.
   */
  cache?: number | 'immutable'
  /**
   * The page of a guest depends only on the catalogue, the settings of the shop, its address, and the headers and cookies that the route
   * reads. The shop sends it again until one of them changes.
   */
  dependsOn?: 'catalogue'
  /** More sources for the Content-Security-Policy of HTML. */
  csp?: ContentSources
  /** Scripts of the origins of `STORE_CORS` may read the response. */
  cors?: boolean
  /** Sends the body while the route produces it, without a limit of its size. Other bodies are complete before the first byte is sent. */
  streams?: boolean
  /**
   * `false`: the route has no transaction. Each operation of `shopIn(ctx)` then has one, so that it can call a payment provider or log
   * a customer in.
   */
  transaction?: false
  /** The input property with the id of the row that the route locks first. */
  lockKey?: string
  /** The route also locks rows that calls with other keys lock. */
  locksSharedRows?: boolean
}

type Handler<Path extends string, Input, Allowed extends Access> = (
  call: RouteCall<PathParams<Path>, Input, Allowed>,
) => RouteAnswer | Promise<RouteAnswer>

/** A declared route. */
export interface Route {
  readonly method: RouteMethod
  readonly path: `/${string}`
  readonly options: RouteOptions
  handle(call: RouteCall): RouteAnswer | Promise<RouteAnswer>
}

function declare(method: RouteMethod) {
  function declareRoute<const Path extends `/${string}`>(path: Path, handler: Handler<Path, undefined, 'open'>): Route
  function declareRoute<
    const Path extends `/${string}`,
    Schema extends z.ZodType = z.ZodUndefined,
    Allowed extends Access = 'open',
  >(path: Path, options: RouteOptions<Schema, Allowed>, handler: Handler<Path, z.output<Schema>, Allowed>): Route
  function declareRoute(path: `/${string}`, first: object, second?: object): Route {
    const [options, handle] = isHandler(first) ? [{}, first] : [first, second]
    if (!isHandler(handle)) throw new TypeError(`The route ${method} ${path} has no handler. Pass a function.`)
    return { method, path, options, handle }
  }
  return declareRoute
}

const isHandler = (part: object | undefined): part is Route['handle'] => typeof part === 'function'

/**
 * Declares a route of a plugin. A GET reads, and has no transaction. The other methods change data, in one transaction.
 *
 * @example
 * route.get('/products/:handle', async ({ ctx, params }) => html`<h1>${params.handle}</h1>`)
 */
export const route = { get: declare('GET'), post: declare('POST'), delete: declare('DELETE') } as const

/** As `input` of a route: the body as it arrived, in bytes. */
export const rawBody = z.instanceof(Uint8Array)

/**
 * A response that leads to another path of the shop. Status 303 turns a form into a GET.
 * @throws InvalidData if `path` leads to another site.
 */
export function redirect(path: string, status: 301 | 302 | 303 | 307 | 308 = 303): Response {
  const location = pathOfShop(path)
  if (location === undefined) throw new InvalidData('The address must be a path of this shop')
  return new Response(null, { status, headers: { Location: location } })
}

const SHOP = 'http://shop'

/** Returns the path without dot segments, or undefined if it leads to another site, as `/..//elsewhere.example` does. */
export function pathOfShop(path: string): string | undefined {
  if (!/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(path)) return undefined
  const location = new URL(path, SHOP).href.slice(SHOP.length)
  return location.startsWith('//') ? undefined : location
}

import type { AnyProcedure } from '@trpc/server'
import { z } from 'zod'
import { Forbidden } from '#entities/errors.ts'
import type { ProcedureContext, RequestDetails } from '#routers/context/context.ts'
import type { ProcedureMeta } from '#routers/context/meta.ts'
import { idMaskFor } from '#routers/pipeline/hidden-ids.ts'
import { adminProcedure, customerProcedure, openProcedure } from '#routers/procedures/trpc.ts'
import type { PageInputs } from './page-inputs.ts'
import type { ReadPage } from './read-page.ts'
import { reusePage } from './reuse-page.ts'
import { type Route, type RouteAnswer, type RouteCall, rawBody } from './route.ts'

/** One request of a route. The procedure of the route leaves its answer here, because it is no data. */
export interface Visit extends Omit<RouteCall, 'ctx' | 'input'> {
  /** Undefined if the route does not take the body as bytes. */
  body: Uint8Array | undefined
  /** Begins a run of the handler. A mutation may run again. */
  begin(): void
  answer?: RouteAnswer | ReadPage
  /** The parts of the request that the handler has read. */
  readonly readInputs: PageInputs
  /** Their values in this request. */
  valuesOf(inputs: PageInputs): object
  readonly setsCookies: boolean
  /** Reads the whole body. @throws Error if the answer is no usable response. */
  read(answer: RouteAnswer): Promise<ReadPage>
}

const visits = new WeakMap<RequestDetails, Visit>()

export const setVisit = (request: RequestDetails, visit: Visit): void => void visits.set(request, visit)

/** Returns a procedure that runs the route with the access, the transaction and the limits of its base procedure. */
export function routeProcedure(route: Route): AnyProcedure {
  const { access, input: schema = z.unknown() } = route.options
  const meta = metaOf(route)
  const input = schema === rawBody ? z.unknown() : schema
  const resolve = ({ ctx, input }: { ctx: ProcedureContext; input: unknown }) => answer(route, ctx, input)
  const isQuery = route.method === 'GET'
  if (access === 'admin') {
    const procedure = adminProcedure.meta(meta).input(input)
    return isQuery ? procedure.query(resolve) : procedure.mutation(resolve)
  }
  if (access === 'customer') {
    const procedure = customerProcedure.meta(meta).input(input)
    return isQuery ? procedure.query(resolve) : procedure.mutation(resolve)
  }
  const procedure = openProcedure.meta(meta).input(input)
  return isQuery ? procedure.query(resolve) : procedure.mutation(resolve)
}

function metaOf({ method, path, options: { lockKey, locksSharedRows, transaction } }: Route): ProcedureMeta {
  return {
    openapi: { method, path, summary: `${method} ${path}` },
    lockKey: lockKey ?? null,
    noIdempotency: true,
    ...(locksSharedRows && { locksSharedRows }),
    ...(transaction === false && { manualTransactions: true, noDryRun: 'The route has several transactions.' }),
  }
}

/** The ids in a page or a file cannot be replaced. */
const IDS_MESSAGE =
  'The response can contain ids of orders, draft orders and carts. Give the role or the API key the scopes read:orders.* and read:draftOrders.*.'

async function answer(route: Route, ctx: ProcedureContext, input: unknown): Promise<void> {
  if (route.options.access === 'admin' && idMaskFor(ctx, '')) throw new Forbidden(IDS_MESSAGE)
  const visit = visits.get(ctx.request)
  if (!visit) throw new Error(`${route.method} ${route.path} was called outside of a request`)
  visit.begin()
  const { body, params, request, cookies, logger } = visit
  const handle = () => route.handle({ ctx, params, input: body ?? input, request, cookies, logger })
  visit.answer = route.options.dependsOn
    ? await reusePage({ route, ctx, input, visit }, async () => visit.read(await handle()))
    : await handle()
}

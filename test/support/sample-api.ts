import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { AnyRouter, TRPCError } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import express from 'express'
import { z } from 'zod'
import { DomainError, Duplicate, NotAllowed, NotFound } from '#entities/errors.ts'
import { usualGrowthBounds } from '#routers/context/growth-bounds.ts'
import { rest } from '#routers/context/meta.ts'
import { RequestQueues } from '#routers/context/request-queues.ts'
import {
  dateFilter,
  orderParams,
  pagingParams,
  queryBoolean,
  queryInt,
  queryList,
  queryOneOrList,
  selectionParams,
} from '#routers/inputs/query.ts'
import { adminProcedure, customerProcedure, openProcedure, router } from '#routers/procedures/trpc.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import { handleErrors } from '#server/http/handle-errors.ts'
import { multipartFormOf, skipFormParsing } from '#server/http/multipart-form.ts'
import { createRequestContext } from '#server/http/request-context.ts'
import { restRoutes } from '#server/http/rest.ts'
import { batchJobChangesOf } from '#server/jobs/batch-job-changes.ts'
import { liveChangesOf } from '#server/live/polled-changes.ts'
import { FileLinks } from '#server/providers/file-links.ts'
import { LocalFiles } from '#server/providers/local-files.ts'
import { defaultRequestBounds, type RequestBounds } from '#server/settings/bounds.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { openClone } from './cloned-orm.ts'
import { type ErrorBody, type Reply, replyOf, type TrpcBody } from './reply.ts'
import { scratchDirectory } from './scratch-directory.ts'

/* A small API that echoes its input. It has one procedure for each kind of input and error. */

const Echo = z.object({ input: z.unknown() })

const thrownErrors = {
  'not allowed': new NotAllowed('The thing is closed', 'cart_incompatible_state'),
  'not found': new NotFound('Thing with id x was not found'),
  duplicate: new Duplicate('Thing with handle x already exists.'),
  payment: new DomainError('payment_authorization_error', 'The card was declined'),
  conflict: new DomainError('conflict', 'Another request was in the way', 'invalid_state_error'),
  fault: new Error('select * from secret_table'),
} as const

const things = router({
  list: openProcedure
    .meta(rest('GET', '/things', 'List things'))
    .input(
      z
        .strictObject({
          ...pagingParams(20),
          ...selectionParams,
          ...orderParams,
          q: z.string().optional(),
          flag: queryBoolean.optional(),
          weight: queryInt.optional(),
          tags: queryList(z.string()).optional(),
          id: queryOneOrList.optional(),
          created_at: dateFilter.optional(),
        })
        .prefault({}),
    )
    .output(Echo)
    .query(({ input }) => ({ input })),

  get: openProcedure
    .meta(rest('GET', '/things/{id}', 'Read a thing'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(Echo)
    .query(({ input }) => ({ input })),

  kind: openProcedure
    .meta(rest('GET', '/things/{id}/kind', 'Read the kind of a thing'))
    .input(z.strictObject({ id: z.string() }))
    .output(Echo)
    .query(({ input }) => ({ input })),

  create: openProcedure
    .meta(rest('POST', '/things', 'Create a thing', { status: 201 }))
    .input(
      z.strictObject({
        title: z.string().min(1),
        quantity: z.int().nullish(),
        flag: z.boolean().nullish(),
        tags: z.array(z.string()).nullish(),
        ...selectionParams,
      }),
    )
    .output(Echo)
    .mutation(({ input }) => ({ input })),

  touch: openProcedure
    .meta(rest('POST', '/things/{id}/touch', 'Touch a thing'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(Echo)
    .mutation(({ input }) => ({ input })),

  close: openProcedure
    .meta(rest('POST', '/things/{id}/close', 'Close a thing and ignore the body', { ignoresUnknownBody: true }))
    .input(z.strictObject({ id: z.string(), note: z.string().nullish(), ...selectionParams }))
    .output(Echo)
    .mutation(({ input }) => ({ input })),

  search: openProcedure
    .meta(rest('POST', '/things/search', 'Search things'))
    .input(z.strictObject({ words: z.string().nullish() }).prefault({}))
    .output(Echo)
    .query(({ input }) => ({ input })),

  removeParts: openProcedure
    .meta(rest('DELETE', '/things/{id}/parts', 'Remove parts of a thing'))
    .input(z.strictObject({ id: z.string(), part_ids: z.array(z.string()), ...selectionParams }))
    .output(Echo)
    .mutation(({ input }) => ({ input })),

  refuse: openProcedure
    .meta(rest('POST', '/things/{how}/refuse', 'Fail'))
    .input(z.strictObject({ how: z.string() }))
    .output(Echo)
    .mutation(({ input }) => {
      throw thrownErrors[input.how as keyof typeof thrownErrors]
    }),

  mine: customerProcedure
    .meta(rest('GET', '/mine', 'List things of the customer'))
    .output(Echo)
    .query(() => ({ input: {} })),
})

const secrets = router({
  create: adminProcedure
    .meta(rest('POST', '/secrets', 'Create a secret'))
    .input(z.strictObject({ text: z.string() }))
    .output(Echo)
    .mutation(({ input }) => ({ input })),
})

export const sampleStoreRouter = router({ things })
const sampleAdminRouter = router({ secrets })
export const sampleRouter = router({ store: sampleStoreRouter, admin: sampleAdminRouter })

interface EchoBody extends ErrorBody {
  input: Record<string, unknown>
}

type SampleBody<Path extends string> = Path extends `/trpc/${string}` ? TrpcBody : EchoBody

export interface SampleApi extends AsyncDisposable {
  url: string
  orm: MikroORM
  queues: RequestQueues
  /** The errors that procedures threw, oldest first. */
  errors: unknown[]
  send<const Path extends string>(method: string, path: Path, init?: RequestInit): Promise<Reply<SampleBody<Path>>>
  post<const Path extends string>(
    path: Path,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<SampleBody<Path>>>
}

/** Serves the API at /store, /admin and /trpc of a free port, with its own database. */
export async function openSampleApi(
  store: AnyRouter = sampleStoreRouter,
  admin: AnyRouter = sampleAdminRouter,
  bounds: RequestBounds = defaultRequestBounds,
): Promise<SampleApi> {
  const errors: unknown[] = []
  const onError = ({ error }: { error: TRPCError }) => errors.push(error.cause)
  const ending = new AsyncDisposableStack()
  const queues = new RequestQueues({ connections: 10, maxWaiting: 50, maxWaitMs: 10_000 })
  const { orm } = ending.use(await openClone())
  const secret = 'x'.repeat(32)
  const forms = { fileSize: 1000, files: 2 }
  const createContext = createRequestContext.bind(null, {
    services: {
      orm,
      translatedParts: () => undefined,
      router: store,
      directProviders: { payment: new Map(), fulfillment: new Map(), oauth: new Map(), tax: new Map() },
      files: new LocalFiles({ directory: ending.use(scratchDirectory()).path, links: new FileLinks(secret) }),
      batchTypes: coreParts.batchTypes,
      batchJobChanges: batchJobChangesOf(orm),
      liveChanges: liveChangesOf(orm),
      tokens: new SignedTokens(secret),
      rateLimits: {
        countOrderLookup: async () => 0,
        countLogin: async () => 0,
        resetLoginCount: async () => {},
        countNewPassword: async () => 0,
        countMail: async () => 0,
        waitOfCodes: () => 0,
        countWrongCode: async () => 0,
        waitOfStorage: () => 0,
        countStored: async () => {},
      },
      queues,
      adminProcedures: [],
      cursorSecret: secret,
      paymentParts: new Map(),
      hiddenFieldParts: new Map(),
      webhookTargets: 'any',
      growthBounds: usualGrowthBounds,
      setup: { sendsMail: false, isLive: false },
    },
    settings: coreParts.settings,
    session: { secret, sameSite: 'lax' },
    bounds,
    origins: { admin: [], store: [] },
  })
  const app = express()
    .use(
      '/trpc',
      skipFormParsing,
      createExpressMiddleware({
        router: router({ store, admin }),
        createContext: ({ req, res, info }) =>
          createContext(req, res, { form: multipartFormOf(req, forms), isBatch: info.isBatchCall }),
        onError,
        maxBodySize: 100 * 1024,
      }),
    )
    .use('/store', restRoutes(store, { createContext, forms, onError }))
    .use('/admin', restRoutes(admin, { createContext, forms, onError, guarded: true }))
    .use(handleErrors(() => {}))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ending.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const send: SampleApi['send'] = async (method, path, init) => {
    const answer = await fetch(url + path, { method, ...init })
    return replyOf(answer)
  }
  return {
    url,
    orm,
    queues,
    errors,
    send,
    post: (path, body, headers) =>
      send('POST', path, {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

import type { MikroORM } from '@mikro-orm/postgresql'
import type { inferRouterOutputs } from '@trpc/server'
import type { PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import { NotAllowed } from '#entities/errors.ts'
import { User } from '#entities/people/user/user.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import { newUlid } from '#entities/values/id.ts'
import type { Context, Identity } from '#routers/context/context.ts'
import { ResponseBudget } from '#routers/context/response-budget.ts'
import { type AppRouter, appRouter } from '#routers/index.ts'
import { type AppDependencies, contextDependenciesOf } from '#server/http/app.ts'
import type { ContextDependencies } from '#server/http/request-context.ts'
import { manualPayment } from '#server/providers/manual.ts'
import { defaultRequestBounds } from '#server/settings/bounds.ts'
import { coreParts } from '#server/shop/core-parts.ts'

export interface DemoOptions extends Pick<AppDependencies, 'orm' | 'config' | 'parts'> {
  files: FileStore
  /** Address of the server, for the URLs of pictures. */
  origin: string
}

type Caller = ReturnType<AppRouter['createCaller']>

export type Outputs = inferRouterOutputs<AppRouter>
export type Order = Outputs['admin']['orders']['get']['order']

/** Calls the procedures of the shop in this process. They check, lock and record the same as over HTTP. */
export interface DemoCallers {
  admin: Caller['admin']
  /** Calls procedures as the customer, or as a guest. */
  storeFor(customer_id?: string): Caller['store']
  /** Calls procedures while the bank refuses all captures. */
  declined: Caller['admin']
}

export async function openDemoCallers(options: DemoOptions): Promise<DemoCallers> {
  const dependencies = contextDependenciesOf(options)
  const user = await findAdministrator(options.orm)
  const asUser = { ...ANONYMOUS, user, user_authenticated_by: 'session' } as const
  const callerOf = (identity: Identity, from = dependencies) =>
    appRouter.createCaller(() => contextOf(from, identity, options.origin))
  return {
    admin: callerOf(asUser).admin,
    declined: callerOf(asUser, withDecliningBank(dependencies, options)).admin,
    storeFor: (customer_id) =>
      callerOf(customer_id ? { ...ANONYMOUS, customer_id, customer_authenticated_by: 'session' } : ANONYMOUS).store,
  }
}

async function findAdministrator(orm: MikroORM): Promise<User> {
  const [user] = await orm.em.fork().find(User, { role: 'admin' }, { orderBy: { created_at: 'asc' }, limit: 1 })
  if (!user) throw new Error('The orders of the demo shop need an administrator. Run: npm run shop -- user add')
  return user
}

const ANONYMOUS: Identity = {
  user: null,
  user_authenticated_by: null,
  api_key: null,
  customer_id: null,
  customer_authenticated_by: null,
}

function contextOf({ services, settings }: ContextDependencies, identity: Identity, origin: string): Context {
  return {
    services,
    settings,
    caller: {
      identify: async () => identity,
      identifyAgain: async () => identity,
      logIn: async () => {},
      logOut: async () => {},
      lastWriteAt: () => Number.POSITIVE_INFINITY,
      recordWrite: () => {},
      login: async () => ({ session_id: null, access_token: null }),
    },
    request: {
      ...{ id: newUlid(), ip: '127.0.0.1', userAgent: 'demo shop', idempotencyKey: undefined, publicUrl: origin },
      client: { network: '127.0.0.1', isOwnServer: true },
      ...{ bounds: defaultRequestBounds, isTrusted: { admin: true, store: true }, isScripted: true, isDryRun: false },
    },
    response: { headers: {}, budget: new ResponseBudget(defaultRequestBounds.answer) },
  }
}

const decline = async () => {
  throw new NotAllowed('The bank of the customer declined the payment')
}

const decliningBank: PaymentProvider = { ...manualPayment, capture: decline, capturePart: decline }

function withDecliningBank(dependencies: ContextDependencies, { parts = coreParts }: DemoOptions): ContextDependencies {
  const payment = new Map([...parts.providers.payment, ['manual', decliningBank] as const])
  const services = { ...dependencies.services, directProviders: { ...parts.providers, payment } }
  return { ...dependencies, services }
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { type AnyRouter, getTRPCErrorFromUnknown } from '@trpc/server'
import type { SavedMethod } from '#entities/cart/payment/charge-saved-method.ts'
import { InvalidData } from '#entities/errors.ts'
import { newUlid } from '#entities/values/id.ts'
import { memoize } from '#entities/values/memoize.ts'
import type { Context, Identity, OuterCall, ProcedureContext } from '#routers/context/context.ts'
import { ResponseBudget } from '#routers/context/response-budget.ts'
import type { RateLimits } from '#routers/context/services.ts'
import { domainErrorOf } from '#routers/errors/errors.ts'
import { transformer } from '#routers/procedures/transformer.ts'
import { runForOtherViewer } from '#routers/reading/reach.ts'
import type { ContextDependencies } from '../http/request-context.ts'
import { type ProcedureDefinition, runProcedure } from '../http/run-procedure.ts'
import type { Actor, As, CustomerCallOptions, ShopOperations } from '../plugin/operations.ts'
import { defaultRequestBounds } from '../settings/bounds.ts'
import { assertActor, identityOf } from './actor-identity.ts'

export interface CallSettings extends Pick<ContextDependencies, 'services' | 'settings'> {
  /** Aborts the wait in queues. */
  signal?: AbortSignal | undefined
  /** The base of the addresses of files. Default: none, so that they are relative. */
  publicUrl?: string
  /** The call of a procedure whose transaction runs the operations. */
  outer?: (OuterCall & Pick<ProcedureContext, 'request'>) | undefined
  /** @throws Error if the operation cannot be called now. */
  assertCallable?: ((operation: Pick<ProcedureDefinition, 'type'> & { path: string }) => void) | undefined
}

/** Returns a function that calls the procedures of the shop in this process. The type parameter names the shop. Default: the core. */
export function openOperations<Opened = As>(settings: CallSettings): Opened
export function openOperations(settings: CallSettings): unknown {
  return (actor: Actor, options: CustomerCallOptions = {}) => {
    const { services, outer, assertCallable } = settings
    assertActor(actor, services)
    const savedMethod = savedMethodOf(actor, options)
    const em = (): EntityManager => outer?.em.fork({ keepTransactionContext: true }) ?? services.orm.em.fork()
    const identify = memoize(() => identityOf(actor, em()))
    const contextOfCall = () => ({ ...contextOf(settings, options, identify), savedMethod })
    return operationsOf({ router: services.router, contextOfCall, assertCallable })
  }
}

interface OperationsSource extends Pick<CallSettings, 'assertCallable'> {
  router: AnyRouter
  /** Each call gets a new context. */
  contextOfCall(): Context
}

/** Returns the operations of the shop. The type parameter names them. Default: those of the core. */
export function operationsOf<Operations = ShopOperations>(source: OperationsSource): Operations
export function operationsOf({
  router,
  contextOfCall,
  assertCallable,
}: OperationsSource): Record<keyof ShopOperations, unknown> {
  const call = async (path: string, input: unknown): Promise<unknown> => {
    const ctx = contextOfCall()
    const definition = definitionOf(ctx.services.router, path)
    assertCallable?.({ path, type: definition.type })
    try {
      const run = () => runProcedure(definition, { ctx, path, getRawInput: async () => input })
      return copyOf(await runForOtherViewer(run))
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause)
      throw domainErrorOf(error) ?? error.cause ?? error
    }
  }
  const groups = groupsOf(router)
  const groupsAt = (side: keyof ShopOperations) => operationsAt(side, call, (name) => groups.has(`${side}.${name}`))
  return { admin: groupsAt('admin'), store: groupsAt('store') }
}

const groupsOfRouters = new WeakMap<AnyRouter, ReadonlySet<string>>()

/** The first two names of all procedures, such as `store.carts`. A plugin that the shop lacks has none. */
function groupsOf(router: AnyRouter): ReadonlySet<string> {
  const known = groupsOfRouters.get(router)
  if (known) return known
  const groups = new Set(Object.keys(router._def.procedures).map((path) => path.split('.', 2).join('.')))
  groupsOfRouters.set(router, groups)
  return groups
}

/** @throws InvalidData if the caller is no customer, or without a fingerprint. */
function savedMethodOf(actor: Actor, { savedMethod }: CustomerCallOptions): SavedMethod | undefined {
  if (savedMethod === undefined) return undefined
  if (typeof actor === 'string' || !('customer_id' in actor))
    throw new InvalidData('Only a customer has saved payment methods. Call shop.as({ customer_id }, { savedMethod }).')
  const { id: method_id, fingerprint } = savedMethod
  if (typeof method_id !== 'string' || typeof fingerprint !== 'string')
    throw new InvalidData(
      'savedMethod needs the id of the method and the fingerprint of the cart: { id, fingerprint }.',
    )
  return { customer_id: actor.customer_id, method_id, fingerprint }
}

type Call = (path: string, input: unknown) => Promise<unknown>

/** `operations.orders.get(input)` calls the procedure `orders.get` below `path`. */
function operationsAt(path: string, call: Call, has: (name: string) => boolean = () => true): object {
  return new Proxy(() => {}, {
    // A promise that resolves with this object must not call it.
    get: (_, name) =>
      typeof name === 'string' && name !== 'then' && has(name) ? operationsAt(`${path}.${name}`, call) : undefined,
    apply: (_, __, [input]: unknown[]) => call(path, input),
  })
}

function definitionOf(router: AnyRouter, path: string): ProcedureDefinition {
  const procedures: Readonly<Record<string, { _def: ProcedureDefinition } | undefined>> = router._def.procedures
  const procedure = Object.hasOwn(procedures, path) ? procedures[path] : undefined
  if (!procedure) throw new TypeError(`The shop has no operation ${path}`)
  if (procedure._def.type === 'subscription') throw new TypeError(`${path} is a stream. Call it over HTTP.`)
  return procedure._def
}

/** A response can share rows with caches of the process. The copy has the values that a client gets. */
function copyOf(answer: unknown): unknown {
  if (answer === undefined) return undefined
  return transformer.output.deserialize(JSON.parse(JSON.stringify(transformer.output.serialize(answer))))
}

function contextOf(
  { services, settings, signal, publicUrl = '', outer }: CallSettings,
  { idempotencyKey, locale }: CustomerCallOptions,
  identify: () => Promise<Identity>,
): Context {
  const { id = newUlid(), ip = 'internal' } = outer?.request ?? {}
  return {
    services: { ...services, rateLimits: NO_LIMITS },
    settings,
    outer,
    caller: {
      identify,
      identifyAgain: identify,
      ...{ logIn: refuseLogin, logOut: refuseLogin, login: refuseLogin },
      lastWriteAt: () => Number.POSITIVE_INFINITY,
      recordWrite: () => {},
    },
    request: {
      ...{ id, ip, userAgent: '', idempotencyKey, publicUrl, origin: '', signal, isDryRun: false },
      client: { network: ip, isOwnServer: true },
      ...{ bounds: defaultRequestBounds, isTrusted: { admin: true, store: true }, isScripted: true },
      isStoreOrigin: () => true,
      languages: { locale, accepted: undefined },
    },
    response: { headers: {}, budget: new ResponseBudget(defaultRequestBounds.answer) },
  }
}

const refuseLogin = async (): Promise<never> => {
  throw new TypeError('A call in code has no session. Choose the caller with shop.as(…).')
}

const none = async () => 0

/** The limits protect the shop from strangers. */
const NO_LIMITS: RateLimits = {
  ...{ countOrderLookup: none, countLogin: none, countNewPassword: none, countMail: none, countWrongCode: none },
  ...{ waitOfCodes: () => 0, waitOfStorage: () => 0 },
  resetLoginCount: async () => {},
  countStored: async () => {},
}

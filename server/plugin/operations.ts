import type { AppRouter } from '#routers/index.ts'

/** A plugin that calls operations in its own name, with these scopes. The audit log names it. */
export interface PluginActor {
  plugin: string
  /** Scopes as those of API keys, such as `orders.refund`, `draftOrders.*` or `read:orders.*`. */
  scopes: readonly string[]
}

/** A user of the administration, with all rights of this user. */
export interface UserActor {
  user_id: string
}

/** A customer with an account, as after a login. */
export interface CustomerActor {
  customer_id: string
}

/** The caller of an operation in code. */
export type Actor = PluginActor | UserActor | CustomerActor | 'guest'

export interface CallOptions {
  /** A repeated call with the same key and input returns the first response. */
  idempotencyKey?: string
  /** The language of the texts in responses of the store. Default: the language that the request asks for, or else that of the shop. */
  locale?: string
}

export interface CustomerCallOptions extends CallOptions {
  /** `carts.complete` charges it without the customer. */
  savedMethod?: SavedMethodToCharge
}

export interface SavedMethodToCharge {
  /** The id of a payment method that the customer has saved at the provider of the selected payment session. */
  id: string
  /**
   * What `readCartFingerprint` returned when the code had prepared the cart. Store it with the id of the cart. `carts.complete` throws
   * `NotAllowed` if the cart has changed since then, because a caller that knows the id of a cart can change it.
   */
  fingerprint: string
}

interface Procedures {
  admin: object
  store: object
}

type CoreProcedures = AppRouter['_def']['record']

/** The procedures of the API as functions. */
export interface ShopOperations<Shop extends Procedures = CoreProcedures> {
  admin: Operations<Shop['admin']>
  store: Operations<Shop['store']>
}

/**
 * Returns the operations of the API as functions, for one caller. They have the input, the response, the rules and the errors of the
 * procedures.
 * @throws InvalidData for an unknown scope or plugin.
 */
export interface As<Shop extends Procedures = CoreProcedures> {
  (actor: PluginActor | UserActor, options?: CallOptions): ShopOperations<Shop>
  (actor: CustomerActor, options?: CustomerCallOptions): Pick<ShopOperations<Shop>, 'store'>
  (actor: CustomerActor | 'guest', options?: CallOptions): Pick<ShopOperations<Shop>, 'store'>
}

export type Operations<Router> = {
  [Name in keyof Router as Router[Name] extends Procedure<'subscription'>
    ? never
    : Name]: Router[Name] extends Procedure ? Operation<Router[Name]['_def']['$types']> : Operations<Router[Name]>
}

interface Procedure<Type = unknown> {
  _def: { type: Type; $types: { input: unknown; output: unknown } }
}

type Operation<Types extends { input: unknown; output: unknown }> = (
  ...input: undefined extends Types['input'] ? [input?: Types['input']] : [input: Types['input']]
) => Promise<Types['output']>

export interface CallGuard {
  /** Aborts the wait of a call in queues. */
  signal?: AbortSignal
  /** @throws Error if operations cannot be called now. */
  assertCallable?: () => void
}

/** The type parameter names the shop. Default: the core. */
export type OpenOperations = <Opened = As>(guard?: CallGuard) => Opened

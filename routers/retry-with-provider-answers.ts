import type { PaymentData, PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import { Conflict } from '#entities/errors.ts'
import type { FulfillmentProvider } from '#entities/market/shipping/fulfillment-port.ts'
import { addProviderTimeouts } from '#entities/platform/remote/provider-timeout.ts'
import type { ProcedureResult, Providers, RerunnableProviders } from './context.ts'

/*
 * A mutation holds row locks and a connection, and a provider over the network may take seconds to answer. So no transaction
 * waits for the answer of a deferred call (see below):
 * 1. The first attempt makes the call. Its answer is unknown, and ProviderCallNeeded rolls the transaction back.
 * 2. The call runs while the request holds neither locks nor a connection.
 * 3. The next attempt makes the same call and gets the answer. Another call, with other arguments, is deferred as well.
 * All other calls change something at the provider and run inside the transaction. Rules make them after all deferred calls,
 * so an attempt that rolls back for a deferred call has changed nothing at a provider.
 */

interface DeferredCall<Provider> {
  /** The arguments that identify a call. Default: all arguments. */
  identifyingArguments?: (args: readonly unknown[]) => unknown
  /** Ends what the provider began. Only for a call that begins something, so that equal calls have different answers. */
  undo?: (provider: Provider, answer: unknown) => Promise<void>
}

type DeferredCalls<Provider> = { readonly [name in keyof Provider & string]?: DeferredCall<Provider> }

const PAYMENT_CALLS: DeferredCalls<PaymentProvider> = {
  initiate: { undo: (provider, payment) => provider.delete((payment as { data: PaymentData }).data) },
}
const FULFILLMENT_CALLS: DeferredCalls<FulfillmentProvider> = {
  options: {},
  validateOption: {},
  validateMethod: {},
  canCalculate: {},
  // Each attempt that creates a cart gives it another id.
  calculatePrice: {
    identifyingArguments: ([option, data, cart]) => [option, data, (cart as { subtotal: number }).subtotal],
  },
}

/** Some mutations make several deferred calls, one per attempt. A mutation that needs more conflicts with other requests. */
const MAX_ATTEMPTS = 8

/** Changes nothing if it fails. `hasCommitment` returns whether the attempt relies on something that changed at a provider. */
type Attempt<Result> = (providers: RerunnableProviders, hasCommitment: () => boolean) => Promise<Result>

/** Repeats the attempt until it has the answers of all its deferred calls. */
export async function retryWithProviderAnswers<Result extends ProcedureResult>(
  providers: Providers,
  attempt: Attempt<Result>,
): Promise<Result> {
  const all = [...providers.payment.values(), ...providers.fulfillment.values()]
  if (!all.some(({ remote }) => remote)) return attempt(providers, () => false)
  const calls = new ProviderCalls()
  for (let attempts = 1; ; attempts++) {
    const result = await attempt(calls.beginAttempt(providers), () => calls.hasCommitment)
    const isAnswerMissing = !result.ok && result.error.cause instanceof ProviderCallNeeded
    if (!isAnswerMissing || attempts === MAX_ATTEMPTS) {
      calls.undoUnused(result)
      return result
    }
    await calls.runPending()
  }
}

class ProviderCallNeeded extends Conflict {}

interface ProviderAnswer {
  promise: Promise<unknown>
  undo: () => Promise<void>
}

class ProviderCalls {
  readonly #answers = new Map<string, ProviderAnswer>()
  /** The deferred calls of the last attempt without an answer. */
  readonly #pending = new Map<string, () => ProviderAnswer>()
  /** How often the current attempt has made each call. */
  readonly #counts = new Map<string, number>()
  /** The answers that the current attempt has used. */
  readonly #used = new Set<string>()

  hasCommitment = false

  /** Returns the providers for the next attempt. Only those over the network defer calls. */
  beginAttempt({ payment, fulfillment }: Providers): RerunnableProviders {
    this.#counts.clear()
    this.#used.clear()
    this.hasCommitment = false
    return {
      payment: new Map([...payment].map(([id, provider]) => [id, this.#wrap(provider, PAYMENT_CALLS)])),
      fulfillment: new Map([...fulfillment].map(([id, provider]) => [id, this.#wrap(provider, FULFILLMENT_CALLS)])),
    }
  }

  /** Makes all pending calls at the same time. An error is an answer too. */
  async runPending(): Promise<void> {
    const answers = [...this.#pending].map(([key, call]) => [key, call()] as const)
    this.#pending.clear()
    for (const [key, answer] of answers) this.#answers.set(key, answer)
    await Promise.allSettled(answers.map(([, { promise }]) => promise))
  }

  /** Ends what providers began for no use, in the background. A payment that is not ended expires at its provider. */
  undoUnused({ ok }: ProcedureResult): void {
    for (const [key, { undo }] of this.#answers) if (!ok || !this.#used.has(key)) void undo().catch(() => {})
  }

  #wrap<Provider extends PaymentProvider | FulfillmentProvider>(
    provider: Provider,
    deferredCalls: DeferredCalls<Provider>,
  ): Provider {
    if (!provider.remote) return provider
    const providerWithTimeouts = addProviderTimeouts(provider, provider.remote)
    return new Proxy(provider, {
      get: (target, property) => {
        const name = property as keyof Provider & string
        const deferred = Object.hasOwn(deferredCalls, name) ? deferredCalls[name] : undefined
        if (deferred)
          return (...args: unknown[]) => this.#defer({ provider: providerWithTimeouts, name, args }, deferred)
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          this.hasCommitment = true
          // `target` as `this`, because a provider may have private fields.
          return value.apply(target, args)
        }
      },
    })
  }

  #defer<Provider extends { id: string }>(
    { provider, name, args }: ProviderCall<Provider>,
    { identifyingArguments, undo }: DeferredCall<Provider>,
  ): Promise<unknown> {
    const identity = identifyingArguments ? identifyingArguments(args) : args
    const call = `${provider.id}.${name} ${JSON.stringify(identity)}`
    const count = (this.#counts.get(call) ?? 0) + 1
    this.#counts.set(call, count)
    const key = undo ? `${call} ${count}` : call
    const answer = this.#answers.get(key)
    if (answer) {
      this.#used.add(key)
      if (undo) this.hasCommitment = true
      return answer.promise
    }
    this.#pending.set(key, () => {
      const promise = (provider[name] as (...args: unknown[]) => Promise<unknown>)(...args)
      return { promise, undo: async () => undo?.(provider, await promise) }
    })
    return Promise.reject(new ProviderCallNeeded())
  }
}

interface ProviderCall<Provider> {
  provider: Provider
  name: keyof Provider & string
  args: readonly unknown[]
}

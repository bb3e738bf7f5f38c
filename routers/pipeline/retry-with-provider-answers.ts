import type { PaymentData, PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import type { FulfillmentProvider } from '#entities/market/shipping/fulfillment-port.ts'
import { ProviderAnswerNeeded, retryUntilAnswered } from '#entities/platform/remote/provider-answer-needed.ts'
import { addProviderTimeouts } from '#entities/platform/remote/provider-timeout.ts'
import type { ProcedureResult } from '../context/context.ts'
import type { Providers } from '../context/services.ts'

/*
 * A mutation holds row locks and a connection, and a network provider may need seconds to answer. So the
 * server defers some provider calls: the first attempt rolls back, the server makes the call without locks or a
 * connection, and the next attempt gets the answer. Other provider calls run inside the transaction and change
 * something at the provider. Rules must make such calls after all deferred calls, so that an attempt that rolls back
 * has changed nothing at a provider.
 */

interface DeferredCall<Provider> {
  /** Default: all arguments. */
  identifyingArguments?: (args: readonly unknown[]) => unknown
  /**
   * Ends the operation that the call began at the provider. Equal calls of one attempt share an answer, except calls
   * with `undo`.
   */
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
  // The ID of the cart cannot identify the call, because each attempt creates another cart.
  calculatePrice: {
    identifyingArguments: ([option, data, cart]) => [option, data, (cart as { subtotal: number }).subtotal],
  },
}

/**
 * A failed attempt must change nothing. `hasCommitment` returns whether the attempt relies on a change at a
 * provider.
 */
type Attempt<Result> = (providers: Providers, hasCommitment: () => boolean) => Promise<Result>

export async function retryWithProviderAnswers<Result extends ProcedureResult>(
  providers: Providers,
  attempt: Attempt<Result>,
): Promise<Result> {
  const isRemote = [...providers.payment.values(), ...providers.fulfillment.values()].some(({ remote }) => remote)
  const calls = isRemote ? new ProviderCalls() : undefined
  const result = await retryUntilAnswered(
    () => attempt(calls?.beginAttempt(providers) ?? providers, () => calls?.hasCommitment ?? false),
    missingAnswerOf,
  )
  calls?.undoUnused(result)
  return result
}

export function missingAnswerOf(result: ProcedureResult): ProviderAnswerNeeded | undefined {
  const cause = result.ok ? undefined : result.error.cause
  return cause instanceof ProviderAnswerNeeded ? cause : undefined
}

interface ProviderAnswer {
  promise: Promise<unknown>
  undo: () => Promise<void>
}

class ProviderCalls {
  readonly #answers = new Map<string, ProviderAnswer>()
  readonly #pending = new Map<string, () => ProviderAnswer>()
  readonly #counts = new Map<string, number>()
  readonly #used = new Set<string>()

  hasCommitment = false

  beginAttempt(providers: Providers): Providers {
    const { payment, fulfillment } = providers
    this.#counts.clear()
    this.#used.clear()
    this.hasCommitment = false
    return {
      ...providers,
      payment: new Map([...payment].map(([id, provider]) => [id, this.#wrap(provider, PAYMENT_CALLS)])),
      fulfillment: new Map([...fulfillment].map(([id, provider]) => [id, this.#wrap(provider, FULFILLMENT_CALLS)])),
    }
  }

  /** Makes all pending calls at the same time. Stores an error as the answer of its call. */
  async #runPending(): Promise<void> {
    const answers = [...this.#pending].map(([key, call]) => [key, call()] as const)
    this.#pending.clear()
    for (const [key, answer] of answers) this.#answers.set(key, answer)
    await Promise.allSettled(answers.map(([, { promise }]) => promise))
  }

  /** Ends unused provider operations in the background. If this fails, the payment expires at its provider. */
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
          // `this` must be `target`, because a provider may have private fields.
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
    return Promise.reject(new ProviderAnswerNeeded(() => this.#runPending()))
  }
}

interface ProviderCall<Provider> {
  provider: Provider
  name: keyof Provider & string
  args: readonly unknown[]
}

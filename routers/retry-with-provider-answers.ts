import type { PaymentData, PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import { Conflict } from '#entities/errors.ts'
import type { FulfillmentProvider } from '#entities/market/shipping/fulfillment-port.ts'
import { addProviderTimeouts } from '#entities/platform/remote/provider-timeout.ts'
import type { ProcedureResult, Providers } from './context.ts'

/*
 * A mutation holds locks and a connection, and a provider over the network may take seconds: were it asked in between, a
 * few customers of a slow one would keep all others out. So a question that decides nothing ends the try. It is asked while
 * nothing is held, and the mutation begins anew and is given the answer; where its question is another one by then, that
 * is asked as well. What changes or ends what was agreed with a provider is said to it under the locks, and after all
 * questions of the mutation: a try that ends by a question has said nothing.
 */

interface DeferredCall<Provider> {
  /** What of it makes it the same question, where that is not all of it. */
  about?: (...given: never[]) => unknown
  /** Ends what the provider began with its answer. It begins something else each time that it is asked. */
  letGo?: (provider: Provider, answer: unknown) => Promise<void>
}

type DeferredCalls<Provider> = { readonly [name in keyof Provider & string]?: DeferredCall<Provider> }

const PAYMENT_CALLS: DeferredCalls<PaymentProvider> = {
  initiate: { letGo: (provider, begun) => provider.delete((begun as { data: PaymentData }).data) },
}
const FULFILLMENT_CALLS: DeferredCalls<FulfillmentProvider> = {
  options: {},
  validateOption: {},
  validateMethod: {},
  canCalculate: {},
  // A cart that is made with its shipping is another one in each try.
  calculatePrice: { about: (option, data, { subtotal }: { subtotal: number }) => [option, data, subtotal] },
}

/** Some mutations ask one question after another. One whose questions change as often is in conflict with others. */
const MAX_ATTEMPTS = 8

/** Does what it is asked to by these providers; `hasTold` says whether one over the network has agreed on something by now. */
type Attempt<Result> = (providers: Providers, hasTold: () => boolean) => Promise<Result>

/** Has a mutation tried until it misses no answer; `attempt` changes nothing where it fails. */
export async function retryWithProviderAnswers<Result extends ProcedureResult>(
  providers: Providers,
  attempt: Attempt<Result>,
): Promise<Result> {
  const all = [...providers.payment.values(), ...providers.fulfillment.values()]
  if (!all.some(({ remote }) => remote)) return attempt(providers, () => false)
  const consultation = new ProviderCalls()
  for (let tries = 1; ; tries++) {
    const result = await attempt(consultation.listeners(providers), () => consultation.hasTold)
    const isMissing = !result.ok && result.error.cause instanceof ProviderCallNeeded
    if (!isMissing || tries === MAX_ATTEMPTS) {
      consultation.end(result)
      return result
    }
    await consultation.ask()
  }
}

/** The question that a provider has to be asked before this can be done. */
class ProviderCallNeeded extends Conflict {}

interface ProviderAnswer {
  promise: Promise<unknown>
  letGo: () => Promise<void>
}

class ProviderCalls {
  readonly #answers = new Map<string, ProviderAnswer>()
  readonly #missing = new Map<string, () => ProviderAnswer>()
  /** How often the last try asked each question. */
  readonly #times = new Map<string, number>()
  /** The questions of the last try that were answered. */
  readonly #used = new Set<string>()

  /** Whether a provider over the network was told of something, or has begun something, that the last try goes by. */
  hasTold = false

  /** The same providers for the next try. Those over the network answer what they were asked between two tries. */
  listeners({ payment, fulfillment, oauth }: Providers): Providers {
    this.#times.clear()
    this.#used.clear()
    this.hasTold = false
    return {
      payment: new Map([...payment].map(([id, each]) => [id, this.#listener(each, PAYMENT_CALLS)])),
      fulfillment: new Map([...fulfillment].map(([id, each]) => [id, this.#listener(each, FULFILLMENT_CALLS)])),
      oauth,
    }
  }

  /** Asks what the last try was missing, all at once. Refusals and faults are answers too. */
  async ask(): Promise<void> {
    const asked = [...this.#missing].map(([question, ask]) => [question, ask()] as const)
    this.#missing.clear()
    for (const [question, answer] of asked) this.#answers.set(question, answer)
    await Promise.allSettled(asked.map(([, { promise }]) => promise))
  }

  /** Nobody waits until what was begun in vain is ended: a payment that nobody makes ends at its provider by itself. */
  end({ ok }: ProcedureResult): void {
    for (const [question, { letGo }] of this.#answers)
      if (!ok || !this.#used.has(question)) void letGo().catch(() => {})
  }

  #listener<Provider extends PaymentProvider | FulfillmentProvider>(
    provider: Provider,
    questions: DeferredCalls<Provider>,
  ): Provider {
    if (!provider.remote) return provider
    const bound = addProviderTimeouts(provider, provider.remote)
    return new Proxy(provider, {
      get: (target, name) => {
        const question = Object.hasOwn(questions, name) ? questions[name as keyof Provider & string] : undefined
        if (question)
          return (...given: unknown[]) => this.#answerTo({ provider: bound, name: String(name), question, given })
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          this.hasTold = true
          // Providers may keep what is theirs alone in private fields.
          return value.apply(target, given)
        }
      },
    })
  }

  #answerTo<Provider extends { id: string }>({
    provider,
    name,
    question,
    given,
  }: ProviderCall<Provider>): Promise<unknown> {
    const { about, letGo } = question
    const asked = `${provider.id}.${name} ${JSON.stringify(about ? about(...(given as never[])) : given)}`
    const times = (this.#times.get(asked) ?? 0) + 1
    this.#times.set(asked, times)
    const key = letGo ? `${asked} ${times}` : asked
    const answer = this.#answers.get(key)
    if (answer) {
      this.#used.add(key)
      if (letGo) this.hasTold = true
      return answer.promise
    }
    this.#missing.set(key, () => {
      const promise = (provider[name as keyof Provider] as (...given: unknown[]) => Promise<unknown>)(...given)
      return { promise, letGo: async () => letGo?.(provider, await promise) }
    })
    return Promise.reject(new ProviderCallNeeded())
  }
}

interface ProviderCall<Provider> {
  provider: Provider
  name: string
  question: DeferredCall<Provider>
  given: readonly unknown[]
}

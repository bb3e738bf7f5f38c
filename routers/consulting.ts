import { Conflict } from '#entities/errors.ts'
import type { PaymentData, PaymentProvider } from '#entities/payment/payment-port.ts'
import { bounded } from '#entities/payment/remote-provider.ts'
import type { FulfillmentProvider } from '#entities/shipping/fulfillment.ts'
import type { Outcome, Providers } from './context.ts'

/*
 * A mutation holds locks and a connection, and a provider over the network may take seconds: were it asked in between, a
 * few customers of a slow one would keep all others out. So a question that decides nothing ends the try. It is asked while
 * nothing is held, and the mutation begins anew and is given the answer; where its question is another one by then, that
 * is asked as well. What is to be ended at a provider is ended once the mutation is through. Only what changes what was
 * agreed with a provider is said to it under the locks.
 */

/** What may be asked before it is known whether the answer is of use, and how what was begun with it is ended. */
type Questions<Provider> = {
  readonly [name in keyof Provider]?: (provider: Provider, answer: unknown) => Promise<void>
}

const nothingBegun = async () => {}

const PAYMENT_QUESTIONS: Questions<PaymentProvider> = {
  initiate: (provider, begun) => provider.delete((begun as { data: PaymentData }).data),
}
const FULFILLMENT_QUESTIONS: Questions<FulfillmentProvider> = {
  options: nothingBegun,
  validateOption: nothingBegun,
  validateMethod: nothingBegun,
  canCalculate: nothingBegun,
  calculatePrice: nothingBegun,
}
const ENDING = 'delete' satisfies keyof PaymentProvider

/** Some mutations ask one question after another. One whose questions change as often is in conflict with others. */
const MOST_TRIES = 6

/** Has a mutation tried until it misses no answer; `attempt` changes nothing where it fails. */
export async function consulting<Result extends Outcome>(
  providers: Providers,
  attempt: (providers: Providers) => Promise<Result>,
): Promise<Result> {
  const all = [...providers.payment.values(), ...providers.fulfillment.values()]
  if (!all.some(({ remote }) => remote)) return attempt(providers)
  const consultation = new Consultation()
  for (let tries = 1; ; tries++) {
    const result = await attempt(consultation.listeners(providers))
    const isMissing = !result.ok && result.error.cause instanceof Unanswered
    if (!isMissing || tries === MOST_TRIES) {
      consultation.end(result)
      return result
    }
    await consultation.ask()
  }
}

/** The question that a provider has to be asked before this can be done. */
class Unanswered extends Conflict {}

interface Answer {
  promise: Promise<unknown>
  letGo: () => Promise<void>
}

class Consultation {
  readonly #answers = new Map<string, Answer>()
  readonly #missing = new Map<string, () => Answer>()
  /** The questions of the last try that were answered. */
  readonly #used = new Set<string>()
  /** What the last try wants to be ended. */
  readonly #endings: (() => Promise<unknown>)[] = []

  /** The same providers for the next try. Those over the network answer what they were asked between two tries. */
  listeners({ payment, fulfillment, oauth }: Providers): Providers {
    this.#used.clear()
    this.#endings.length = 0
    return {
      payment: new Map([...payment].map(([id, each]) => [id, this.#listener(each, PAYMENT_QUESTIONS)])),
      fulfillment: new Map([...fulfillment].map(([id, each]) => [id, this.#listener(each, FULFILLMENT_QUESTIONS)])),
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

  /** Nobody waits until it is ended: a payment that nobody makes ends at its provider by itself. */
  end({ ok }: Outcome): void {
    const endings = ok ? [...this.#endings] : []
    for (const [question, answer] of this.#answers) if (!ok || !this.#used.has(question)) endings.push(answer.letGo)
    for (const ending of endings) void ending().catch(() => {})
  }

  #listener<Provider extends PaymentProvider | FulfillmentProvider>(
    provider: Provider,
    questions: Questions<Provider>,
  ): Provider {
    if (!provider.remote) return provider
    const bound = bounded(provider, provider.remote)
    return new Proxy(provider, {
      get: (target, key) => {
        const name = key as keyof Provider & string
        const say = (...given: unknown[]): Promise<unknown> => (bound[name] as Said)(...given)
        if (name === ENDING) return async (...given: unknown[]) => void this.#endings.push(() => say(...given))
        const letGo = Object.hasOwn(questions, name) ? questions[name] : undefined
        if (!letGo) return Reflect.get(target, name)
        return (...given: unknown[]) =>
          this.#answerTo(`${provider.id}.${name} ${JSON.stringify(given)}`, () => {
            const promise = say(...given)
            return { promise, letGo: async () => letGo(bound, await promise) }
          })
      },
    })
  }

  #answerTo(question: string, ask: () => Answer): Promise<unknown> {
    const answer = this.#answers.get(question)
    if (answer) this.#used.add(question)
    else this.#missing.set(question, ask)
    return answer?.promise ?? Promise.reject(new Unanswered())
  }
}

type Said = (...given: unknown[]) => Promise<unknown>

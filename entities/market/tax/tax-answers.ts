import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { DomainError } from '#entities/errors.ts'
import { ProviderAnswerNeeded } from '#entities/platform/remote/provider-answer-needed.ts'
import { withTimeout } from '#entities/platform/remote/with-timeout.ts'
import { parseProvidedTaxes, type TaxLinesById } from './parse-provided-taxes.ts'
import type { TaxProvider, TaxProviders, TaxRequest } from './tax-port.ts'

export type TaxAnswer = { taxes: TaxLinesById } | { error: unknown }

/** With `max`, the cache would allocate the places of all answers at once. */
const BOUND = { maxSize: 10_000, sizeCalculation: () => 1 }
const ANSWER_TTL_MS = 10 * 60_000
const ERROR_TTL_MS = 10_000
const DEFAULT_TIMEOUT_MS = 5000

type ErrorReporter = (error: unknown, provider_id: string) => void

/** The answers of the tax providers of a shop, cached by the content of their requests. */
export class TaxAnswers {
  readonly #providers: TaxProviders
  readonly #onError: ErrorReporter
  readonly #answers: LRUCache<string, TaxAnswer>
  readonly #requests = new Map<string, Promise<void>>()

  constructor(providers: TaxProviders, onError: ErrorReporter = () => {}) {
    this.#providers = providers
    this.#onError = onError
    this.#answers = new LRUCache({ ...BOUND, ttl: ANSWER_TTL_MS, noDeleteOnStaleGet: true })
  }

  /**
   * Returns undefined if the provider is not installed.
   * @throws ProviderAnswerNeeded if there is no current answer.
   */
  find(provider_id: string, request: TaxRequest): TaxAnswer | undefined {
    const provider = this.#providers.get(provider_id)
    if (!provider) return undefined
    const content = JSON.stringify([provider_id, request])
    const key = createHash('sha256').update(content).digest('base64')
    const answer = this.#answers.get(key)
    if (answer) return answer
    throw new ProviderAnswerNeeded(() => this.#requestOnce(key, provider, request))
  }

  #requestOnce(key: string, provider: TaxProvider, request: TaxRequest): Promise<void> {
    const pending = this.#requests.get(key)
    if (pending) return pending
    const sent = this.#request(key, provider, request).finally(() => this.#requests.delete(key))
    this.#requests.set(key, sent)
    return sent
  }

  async #request(key: string, provider: TaxProvider, request: TaxRequest): Promise<void> {
    const { id, timeoutMs = DEFAULT_TIMEOUT_MS } = provider
    try {
      const answer = await withTimeout(timeoutMs, (signal) => provider.getTaxLines(request, { signal }))
      this.#answers.set(key, { taxes: parseProvidedTaxes(answer, request) })
    } catch (error) {
      this.#onError(error, id)
      this.#answers.set(key, this.#answerAfter(error, key), { ttl: ERROR_TTL_MS })
    }
  }

  /** An outdated answer is better than none, but not better than a refusal. */
  #answerAfter(error: unknown, key: string): TaxAnswer {
    const outdated = error instanceof DomainError ? undefined : this.#answers.peek(key, { allowStale: true })
    return outdated ?? { error }
  }
}

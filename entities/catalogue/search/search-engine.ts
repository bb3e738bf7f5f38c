import { withTimeout } from '#entities/platform/remote/with-timeout.ts'
import { parseSearchAnswer } from './parse-search-answer.ts'
import type { SearchAnswer, SearchProvider, SearchRequest } from './search-port.ts'

const DEFAULT_TIMEOUT_MS = 2000

/** The search provider of a shop, with a timeout. */
export class SearchEngine {
  readonly #provider: SearchProvider
  readonly #onError: (error: unknown) => void

  constructor(provider: SearchProvider, onError: (error: unknown) => void) {
    this.#provider = provider
    this.#onError = onError
  }

  /** Returns null if the provider gives no valid answer. */
  async search(request: SearchRequest): Promise<SearchAnswer | null> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = this.#provider
    try {
      const answer = await withTimeout(timeoutMs, (signal) => this.#provider.search(request, { signal }))
      return parseSearchAnswer(answer, request)
    } catch (error) {
      this.#onError(error)
      return null
    }
  }
}

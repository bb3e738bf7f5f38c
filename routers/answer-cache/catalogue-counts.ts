import { LRUCache } from 'lru-cache'

/** Row counts of product lists, for one version of the catalogue. */
export class CatalogueCounts {
  readonly #counts = new LRUCache<string, number>({ max: 1000 })
  #version: string | undefined

  /** The caller must have read `version` before this call. */
  async read(version: string, key: string, count: () => Promise<number>): Promise<number> {
    this.#startVersion(version)
    const counted = this.#counts.get(key) ?? (await count())
    if (this.#version === version) this.#counts.set(key, counted)
    return counted
  }

  #startVersion(version: string): void {
    if (this.#version === version) return
    this.#counts.clear()
    this.#version = version
  }
}

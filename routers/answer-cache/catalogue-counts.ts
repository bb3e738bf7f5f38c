import { LRUCache } from 'lru-cache'

/** Numbers of products that match, for one version of the catalogue. */
export class CatalogueCounts {
  readonly #counts = new LRUCache<string, number>({ max: 1000 })
  #version: string | undefined

  /** The version must be from before the call. */
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

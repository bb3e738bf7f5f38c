import { LRUCache } from 'lru-cache'

/** Row counts of product lists, for one version of the catalogue. Simultaneous requests share a running count. */
export class CatalogueCounts {
  readonly #counts = new LRUCache<string, Promise<number>>({ max: 1000 })
  #version: string | undefined

  /** The caller must have read `version` before this call. */
  read(version: string, key: string, count: () => Promise<number>): Promise<number> {
    this.#startVersion(version)
    // If the request that counts fails, for example because its client disconnects, another one counts.
    return this.#counts.get(key)?.catch(() => this.read(version, key, count)) ?? this.#share(key, count())
  }

  #startVersion(version: string): void {
    if (this.#version === version) return
    this.#counts.clear()
    this.#version = version
  }

  #share(key: string, counted: Promise<number>): Promise<number> {
    this.#counts.set(key, counted)
    counted.catch(() => {
      if (this.#counts.get(key) === counted) this.#counts.delete(key)
    })
    return counted
  }
}

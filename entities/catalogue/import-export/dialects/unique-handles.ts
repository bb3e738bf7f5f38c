import { toHandle } from '#entities/values/handle.ts'

/** Derives handles from names. Two products of one file never have the same handle. */
export class UniqueHandles {
  readonly #taken = new Set<string>()
  /** The next number of each handle, so that many equal names take no longer than different ones. */
  readonly #next = new Map<string, number>()

  /** The `id` distinguishes products with the same name. */
  handleOf(name: string, id: string): string {
    const handle = toHandle(name) || toHandle(`product ${id}`)
    for (let n = this.#next.get(handle) ?? 1; ; n++) {
      const candidate = n === 1 ? handle : `${handle}-${n}`
      if (this.#taken.has(candidate)) continue
      this.#taken.add(candidate)
      this.#next.set(handle, n + 1)
      return candidate
    }
  }
}

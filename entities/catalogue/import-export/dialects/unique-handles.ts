import { toHandle } from '#entities/values/handle.ts'

/** Derives handles from names. Two products of one file never have the same handle. */
export class UniqueHandles {
  readonly #taken = new Set<string>()

  /** The `id` distinguishes products with the same name. */
  handleOf(name: string, id: string): string {
    const handle = toHandle(name) || toHandle(`product ${id}`)
    for (let n = 1; ; n++) {
      const candidate = n === 1 ? handle : `${handle}-${n}`
      if (this.#taken.has(candidate)) continue
      this.#taken.add(candidate)
      return candidate
    }
  }
}

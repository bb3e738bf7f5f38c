import type { EntityManager } from '@mikro-orm/postgresql'
import { isResizable, type SizedPicture, selectSizes } from './picture-rows.ts'

/** The smaller forms of the pictures of one page, by the address of the original. */
export class PictureSizes {
  readonly #em: EntityManager
  /** Undefined: the picture has no smaller forms. */
  readonly #found = new Map<string, SizedPicture | undefined>()

  constructor(em: EntityManager) {
    this.#em = em
  }

  async load(addresses: readonly (string | null | undefined)[]): Promise<void> {
    const wanted = [...new Set(addresses)].filter(isResizable).filter((one) => !this.#found.has(one))
    if (wanted.length === 0) return
    const rows = new Map((await selectSizes(this.#em, wanted)).map(({ url, ...sized }) => [url, sized]))
    for (const address of wanted) this.#found.set(address, rows.get(address))
  }

  get(address: string): SizedPicture | undefined {
    return this.#found.get(address)
  }
}

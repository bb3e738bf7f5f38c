import type { EntityManager } from '@mikro-orm/postgresql'

/** An address of an earlier shop, and the imported row that it showed. */
export interface OldAddress {
  /** A path or a whole address, as in the file. */
  from: string
  kind: 'product' | 'product_category' | 'product_collection'
  id: string
  handle: string
}

/** Leads visitors from the addresses of an earlier shop to the imported rows. The shop calls it in the transaction of the import. */
export interface OldAddresses {
  /**
   * Stores the addresses, and returns the number of new and changed ones. It leaves out addresses that show a page, and addresses
   * that an administrator leads elsewhere. A second import of the same file returns 0.
   */
  save(em: EntityManager, addresses: readonly OldAddress[], importId: string): Promise<number>
  /**
   * Deletes the addresses of an undone import, except those of the products with `keptIds`, and of categories and collections, which
   * stay. Returns the number of deleted ones.
   */
  remove(em: EntityManager, importId: string, keptIds: readonly string[]): Promise<number>
}

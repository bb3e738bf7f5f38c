import { EntityManager, type ForkOptions } from '@mikro-orm/postgresql'
import type { PoolClient } from 'pg'
import { writeRows } from '#entities/rows.ts'
import { beginDirectly } from './direct.ts'

/**
 * The entity manager of MikroORM, without what takes longer than most of what procedures ask of it: a fork of which
 * nothing is wanted takes over nothing but who hears its events, a flush looks for changes only where there may be any, and a
 * transaction that nobody hears of goes to its connection directly. Rows by hand (`rows.ts`) are written by each flush,
 * before entities.
 */
export class ShopEntityManager extends EntityManager {
  #client: PoolClient | undefined

  override fork(options?: ForkOptions): this {
    if (options) return super.fork(options)
    return new ShopEntityManager(this.config, this.driver, this.metadata, false, this.eventManager) as this
  }

  override async flush(): Promise<void> {
    await writeRows(this)
    if (this.#mayHaveChanges()) await super.flush()
  }

  /** What is changed of an entity is seen only by looking at it. */
  #mayHaveChanges(): boolean {
    const work = this.getUnitOfWork()
    if (work.getPersistStack().size > 0 || work.getRemoveStack().size > 0) return true
    for (const _ of work.getIdentityMap()) return true
    return false
  }

  override async begin(options?: Parameters<EntityManager['begin']>[0]): Promise<void> {
    const isHeard = this.eventManager.getSubscribers().size > 0
    const begun = options || isHeard ? undefined : await beginDirectly(this.getConnection())
    if (!begun) return super.begin(options)
    this.setTransactionContext(begun.transaction)
    this.#client = begun.client
  }

  /** Where it fails, the transaction is still to be rolled back. */
  override async commit(): Promise<void> {
    if (!this.#client) return super.commit()
    await this.flush()
    await this.#client.query('commit')
    this.#end()
  }

  override async rollback(): Promise<void> {
    if (!this.#client) return super.rollback()
    await this.#client.query('rollback')
    this.#end()
    this.getUnitOfWork().clearActionsQueue()
  }

  #end(): void {
    this.resetTransactionContext()
    this.#client?.release()
    this.#client = undefined
  }
}

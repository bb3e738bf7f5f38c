import { EntityManager, type ForkOptions } from '@mikro-orm/postgresql'
import { writeRows } from '#database/rows.ts'
import { type BypassTransaction, beginBypassTransaction, detachFromBypass } from './kysely-bypass.ts'

/**
 * The entity manager of MikroORM, without what takes longer than most of what procedures ask of it. Rows by hand (`rows.ts`)
 * are written by each flush, before entities.
 */
export class ShopEntityManager extends EntityManager {
  #begun: BypassTransaction | undefined

  /** Without options it takes over nothing but who hears its events: no filters, no flush mode, no schema, no signal. */
  override fork(options?: ForkOptions): this {
    if (options) return super.fork(options)
    return new ShopEntityManager(this.config, this.driver, this.metadata, false, this.eventManager) as this
  }

  /** Looks for changes of entities only where there may be any. */
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

  /** Goes to a connection directly, unless there are options or somebody hears of its transactions. */
  override async begin(options?: Parameters<EntityManager['begin']>[0]): Promise<void> {
    const isHeard = this.eventManager.getSubscribers().size > 0
    this.#begun = options || isHeard ? undefined : await beginBypassTransaction(this.getConnection())
    if (this.#begun) this.setTransactionContext(this.#begun.transaction)
    else await super.begin(options)
  }

  /** Where it fails, the transaction is still to be rolled back. */
  override async commit(): Promise<void> {
    if (!this.#begun) return super.commit()
    await this.flush()
    const { client } = this.#begun
    await client.query('commit')
    this.#begun = undefined
    this.resetTransactionContext()
    client.release()
  }

  override async rollback(): Promise<void> {
    if (this.#begun) detachFromBypass(this.#begun)
    this.#begun = undefined
    await super.rollback()
  }
}

import { EntityManager, type ForkOptions } from '@mikro-orm/postgresql'
import type { PoolClient } from 'pg'
import { writeRows } from '#entities/rows.ts'
import { poolOf, transactionOn } from './direct.ts'

/**
 * The entity manager of MikroORM, without what takes longer than most of what procedures ask of it: a fork is made
 * without setting anything of all forks, a flush looks for changes only where there may be any, and a transaction takes
 * its connection without Kysely's builders. Rows that were written by hand (`rows.ts`) are flushed before entities.
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

  #mayHaveChanges(): boolean {
    const work = this.getUnitOfWork()
    if (work.getPersistStack().size > 0 || work.getRemoveStack().size > 0) return true
    for (const _ of work.getIdentityMap()) return true
    return false
  }

  override async begin(options?: Parameters<EntityManager['begin']>[0]): Promise<void> {
    const pool = poolOf(this.getConnection())
    if (options || !pool || this.eventManager.getSubscribers().size > 0) return super.begin(options)
    const client = await pool.connect()
    this.setTransactionContext(await transactionOn(client))
    this.#client = client
  }

  override async commit(): Promise<void> {
    if (!this.#client) return super.commit()
    await this.flush()
    await this.#client.query('commit')
    this.#release()
  }

  override async rollback(): Promise<void> {
    if (!this.#client) return super.rollback()
    await this.#client.query('rollback')
    this.#release()
    this.getUnitOfWork().clearActionsQueue()
  }

  #release(): void {
    this.resetTransactionContext()
    this.#client?.release()
    this.#client = undefined
  }
}

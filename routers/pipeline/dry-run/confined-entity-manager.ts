import type { EntityManager } from '@mikro-orm/postgresql'
import { RowEntityManager } from '#database/entity-manager.ts'

type ForkOptions = Parameters<EntityManager['fork']>[0]
type TransactionOptions = Parameters<EntityManager['begin']>[0]

/** An entity manager whose forks share its transaction. A nested transaction becomes a savepoint. */
export class ConfinedEntityManager extends RowEntityManager {
  static of(em: EntityManager): ConfinedEntityManager {
    return new ConfinedEntityManager(em.config, em.getDriver(), em.getMetadata(), false, em.getEventManager())
  }

  override fork(options?: ForkOptions): this {
    return super.fork({ ...options, keepTransactionContext: true })
  }

  override begin(options: TransactionOptions = {}): Promise<void> {
    const ctx = this.getTransactionContext<object>()
    return super.begin(ctx ? { ...options, ctx } : options)
  }
}

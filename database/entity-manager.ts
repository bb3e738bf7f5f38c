import { EntityManager } from '@mikro-orm/postgresql'
import { RowTracker } from './row-tracker.ts'

type ForkOptions = Parameters<EntityManager['fork']>[0]
type TransactionOptions = Parameters<EntityManager['begin']>[0]

export class RowEntityManager extends EntityManager {
  readonly rows = new RowTracker()
  /** Whether forks and transactions stay inside of the transaction of this entity manager. */
  isConfined = false

  /** Writes rows before entities, so a tracked row must not refer to a new entity. */
  override async flush(): Promise<void> {
    await trackerOf(this).flush(this)
    const work = this.getUnitOfWork()
    const scheduled = work.getPersistStack().size + work.getRemoveStack().size
    if (scheduled > 0 || work.getIdentityMap().keys().length > 0) await super.flush()
  }

  override clear(): void {
    trackerOf(this).clear()
    super.clear()
  }

  override fork(options?: ForkOptions): this {
    const fork = super.fork(this.isConfined ? { ...options, keepTransactionContext: true } : options)
    fork.isConfined = this.isConfined
    return fork
  }

  override begin(options: TransactionOptions = {}): Promise<void> {
    const ctx = this.isConfined ? this.getTransactionContext<object>() : undefined
    return super.begin(ctx ? { ...options, ctx } : options)
  }
}

export const trackerOf = (em: EntityManager): RowTracker => (em.getContext() as RowEntityManager).rows

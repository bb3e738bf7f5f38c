import { EntityManager } from '@mikro-orm/postgresql'
import { RowTracker } from './row-tracker.ts'

export class RowEntityManager extends EntityManager {
  readonly rows = new RowTracker()

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

  override fork(options?: Parameters<EntityManager['fork']>[0]): this {
    return options ? super.fork(options) : (forkEmpty(this) as this)
  }
}

/** The fork of MikroORM copies its configuration, which takes 3 % of the server's CPU of a checkout. */
const forkEmpty = (em: EntityManager) =>
  new RowEntityManager(em.config, em.getDriver(), em.getMetadata(), false, em.getEventManager())

export const trackerOf = (em: EntityManager): RowTracker => (em.getContext() as RowEntityManager).rows

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
}

export const trackerOf = (em: EntityManager): RowTracker => (em.getContext() as RowEntityManager).rows

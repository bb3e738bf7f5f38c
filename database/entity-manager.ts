import { EntityManager, type UnitOfWork } from '@mikro-orm/postgresql'
import { RowTracker } from './row-tracker.ts'

/** The entity manager of MikroORM, whose `flush` also writes tracked rows and whose `clear` also discards them. */
export class RowEntityManager extends EntityManager {
  readonly rows = new RowTracker()

  /** Writes rows before entities, so a tracked row must not refer to a new entity. */
  override async flush(): Promise<void> {
    await (this.getContext() as RowEntityManager).rows.flush(this)
    if (hasEntities(this.getUnitOfWork())) await super.flush()
  }

  override clear(): void {
    const em = this.getContext() as RowEntityManager
    em.rows.clear()
    super.clear()
  }
}

const hasEntities = (work: UnitOfWork): boolean =>
  work.getPersistStack().size + work.getRemoveStack().size > 0 || work.getIdentityMap().keys().length > 0

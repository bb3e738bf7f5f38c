import { EntityManager } from '@mikro-orm/postgresql'
import { RowTracker } from './rows.ts'

/** The entity manager of MikroORM, whose `flush` also writes tracked rows and whose `clear` also discards them. */
export class RowEntityManager extends EntityManager {
  readonly rows = new RowTracker()

  /** Rows are written before entities. */
  override async flush(): Promise<void> {
    await (this.getContext() as RowEntityManager).rows.flush(this)
    await super.flush()
  }

  override clear(): void {
    const em = this.getContext() as RowEntityManager
    em.rows.clear()
    super.clear()
  }
}

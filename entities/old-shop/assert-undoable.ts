import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed } from '#entities/errors.ts'

/** @throws NotAllowed if the job is no import of this type that has ended within a day. */
export async function assertImportUndoable(em: EntityManager, batchJobId: string, type: string): Promise<void> {
  const [job] = await selectJob(em, batchJobId, type)
  if (!job) throw new NotAllowed('Only a completed import can be undone').because({ name: 'import_not_undoable' })
  if (!job.is_recent) throw new NotAllowed('An import can be undone within a day').because({ name: 'import_too_old' })
}

const selectJob = statement<{ is_recent: boolean }>(`
  select completed_at > now() - interval '1 day' as is_recent
  from batch_job where id = $1 and type = $2 and completed_at is not null and deleted_at is null`)

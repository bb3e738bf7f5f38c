import { NotAllowed } from '#entities/errors.ts'
import type { ProcedureMeta } from '../../context/meta.ts'

/** @throws NotAllowed if the mutation has no dry run. */
export function assertSupportsDryRun(meta: ProcedureMeta | undefined): void {
  const reason = meta?.access === 'admin' ? meta.noDryRun : 'Only the operations of a logged-in user have one.'
  if (reason)
    throw new NotAllowed(`A dry run is not possible. ${reason} Send the request without the header x-dry-run.`)
}

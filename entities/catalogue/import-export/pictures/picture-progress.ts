import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { PictureReason } from './picture-refused.ts'
import { enqueuePictures } from './queue-pictures.ts'

export interface PictureProgress {
  waiting: number
  stored: number
  failed: number
  /** The first hundred failed pictures. */
  failures: PictureFailure[]
}

interface PictureFailure {
  url: string
  error: string
  reason: PictureReason | null
  handle: string | null
}

/** The pictures of an import. */
export async function readPictureProgress(em: EntityManager, batchJobId: string): Promise<PictureProgress> {
  const [counts] = await countPictures(em, batchJobId)
  const failures = counts?.failed ? await selectFailures(em, batchJobId) : []
  return { waiting: 0, stored: 0, failed: 0, ...counts, failures }
}

/** Fetches the failed pictures of an import again. */
export async function retryPictures(em: EntityManager, batchJobId: string): Promise<void> {
  if ((await resetFailures(em, batchJobId)).length > 0) await enqueuePictures(em)
}

const countPictures = statement<{ waiting: number; stored: number; failed: number }>(`
  select count(*) filter (where stored_at is null and failed_at is null)::int as waiting,
    count(stored_at)::int as stored, count(failed_at)::int as failed
  from remote_picture where batch_job_id = $1`)

const selectFailures = statement<PictureFailure>(`
  select p.source_url as url, coalesce(p.error, '') as error, p.reason, (
    select min(o.handle) from image i join product_images l on l.image_id = i.id
      join product o on o.id = l.product_id and o.deleted_at is null
    where i.url = p.source_url and i.deleted_at is null) as handle
  from remote_picture p where p.batch_job_id = $1 and p.failed_at is not null
  order by p.source_url limit 100`)

const resetFailures = statement<{ source_url: string }>(`
  update remote_picture set failed_at = null, attempts = 0, next_attempt_at = now()
  where batch_job_id = $1 and failed_at is not null returning source_url`)

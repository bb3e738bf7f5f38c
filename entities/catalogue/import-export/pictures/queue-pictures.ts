import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { enqueue } from '#entities/platform/job/enqueue.ts'
import { importNotice } from '../import-notice.ts'

/** Replaces the addresses of pictures that the shop has fetched before, so that a second import changes nothing. */
export async function reuseStoredPictures(em: EntityManager): Promise<void> {
  await replaceAddresses(em)
  await replaceThumbnails(em)
}

/** The pictures of the staged rows that the shop does not have. */
export async function pictureNotices(em: EntityManager): Promise<BatchNotice[]> {
  const [found] = await countPictures(em)
  return found && found.count > 0 ? [importNotice({ name: 'import_pictures', ...found })] : []
}

/** Fetches the pictures of the staged rows after the commit, also the ones that have failed before. */
export async function queuePictures(em: EntityManager, batchJobId: string): Promise<void> {
  if ((await insertPictures(em, batchJobId)).length > 0) await enqueuePictures(em)
}

export const enqueuePictures = (em: EntityManager, run_at?: Date): Promise<void> =>
  enqueue(em, 'fetch_pictures', {
    payload: {},
    key: 'fetch_pictures',
    queue: 'pictures',
    ...(run_at ? { run_at } : {}),
  })

const replaceAddresses = statement(`
  with stored as materialized (
    select r.line, jsonb_agg(jsonb_set(i.value, '{url}', to_jsonb(coalesce(p.url, i.value->>'url'))) order by i.place) as images
    from import_row r cross join jsonb_array_elements(r.images) with ordinality as i (value, place)
    left join remote_picture p on p.source_url = i.value->>'url'
    group by r.line having count(p.url) > 0
  )
  update import_row r set images = stored.images from stored where stored.line = r.line`)

const replaceThumbnails = statement(`
  update import_row r set variant = jsonb_set(r.variant, '{thumbnail}', to_jsonb(p.url)) from remote_picture p
  where p.source_url = r.variant->>'thumbnail' and p.url is not null`)

const MAX_URL_LENGTH = 2000

const PICTURES_SQL = `
  select distinct i.value->>'url' as url
  from import_row r cross join jsonb_array_elements(r.images) as i (value)
  where r.is_first and i.value->>'url' ~* '^https?://' and length(i.value->>'url') <= ${MAX_URL_LENGTH}
    and not exists (select from remote_picture p where p.url = i.value->>'url')`

const countPictures = statement<{ count: number; hosts: string }>(`
  select count(*)::int as count,
    string_agg(distinct split_part(split_part(url, '/', 3), '@', -1), ', ') as hosts
  from (${PICTURES_SQL}) picture`)

const insertPictures = statement<{ url: string }>(`
  insert into remote_picture (source_url, created_at, batch_job_id, attempts, next_attempt_at)
  select url, now(), $1, 0, now() from (${PICTURES_SQL}) picture order by url
  on conflict (source_url) do update
  set batch_job_id = $1, attempts = 0, next_attempt_at = excluded.next_attempt_at, failed_at = null
  where remote_picture.stored_at is null
  returning source_url as url`)

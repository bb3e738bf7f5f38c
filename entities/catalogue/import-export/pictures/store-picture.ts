import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import type { FileKey } from '#entities/platform/file/file-key.ts'
import type { PictureRefused } from './picture-refused.ts'

export interface DuePicture {
  source_url: string
  /** The address of the shop, such as `https://shop.example`. Empty for an import on the command line. */
  origin: string
  /** Counts this attempt. */
  attempts: number
}

/** Takes up to `count` pictures. If the process dies, the next attempt is in ten minutes. */
export const takeDuePictures = (em: EntityManager, count: number): Promise<DuePicture[]> => takePictures(em, count)

/** Returns the time of the next attempt, or undefined if no picture waits. */
export async function nextPictureTime(em: EntityManager): Promise<Date | undefined> {
  const [next] = await selectNextTime(em)
  return next?.at == null ? undefined : new Date(next.at)
}

interface StoredPicture {
  source_url: string
  key: FileKey
  url: string
}

/** Gives the picture in the shop to all products with the remote one. Returns false if another process was first. */
export const recordPicture = (em: EntityManager, { source_url, key, url }: StoredPicture): Promise<boolean> =>
  inTransaction(em, async (tx) => {
    const products = await lockProducts(tx, source_url)
    const stored = await markStored(tx, source_url, key, url)
    if (stored.length === 0) return false
    await replaceImages(tx, source_url, url)
    await replaceThumbnails(tx, source_url, url)
    await replaceVariantThumbnails(tx, source_url, url)
    await announceAll(
      tx,
      products.map((payload) => ({ name: 'product.updated' as const, payload })),
    )
    return true
  })

/** Without `retryAt`, the picture has failed until an administrator retries it. */
export async function recordPictureFailure(
  em: EntityManager,
  { source_url, refused, retryAt }: { source_url: string; refused: PictureRefused; retryAt: Date | undefined },
): Promise<void> {
  const { message, reason } = refused
  await inTransaction(em, async (tx) => {
    await markFailed(tx, source_url, message, retryAt ?? null, JSON.stringify(reason))
  })
}

const takePictures = statement<DuePicture>(`
  update remote_picture p set attempts = p.attempts + 1, next_attempt_at = now() + interval '10 minutes'
  from (
    select d.source_url, coalesce(b.context->>'origin', '') as origin
    from remote_picture d left join batch_job b on b.id = d.batch_job_id
    where d.stored_at is null and d.failed_at is null and d.next_attempt_at <= now()
    order by d.next_attempt_at, d.source_url limit $1 for update of d skip locked
  ) due
  where p.source_url = due.source_url
  returning p.source_url, due.origin, p.attempts`)

const selectNextTime = statement<{ at: string | null }>(`
  select min(next_attempt_at) as at from remote_picture where stored_at is null and failed_at is null`)

const PRODUCTS_SQL = `
  select l.product_id from product_images l join image i on i.id = l.image_id
  where i.url = $1 and i.deleted_at is null`

const lockProducts = statement<{ id: string }>(`
  select p.id from product p where p.id in (${PRODUCTS_SQL}) and p.deleted_at is null order by p.id for no key update`)

const markStored = statement<{ source_url: string }>(`
  update remote_picture set stored_at = now(), file_key = $2, url = $3, error = null, reason = null, failed_at = null
  where source_url = $1 and stored_at is null returning source_url`)

const replaceThumbnails = statement(`
  update product p set thumbnail = $2, updated_at = now()
  where p.thumbnail = $1 and p.id in (
    select l.product_id from product_images l join image i on i.id = l.image_id where i.url = $2)`)

const replaceVariantThumbnails = statement(`
  update product_variant v set thumbnail = $2, updated_at = now()
  where v.thumbnail = $1 and v.product_id in (
    select l.product_id from product_images l join image i on i.id = l.image_id where i.url = $2)`)

const replaceImages = statement('update image set url = $2, updated_at = now() where url = $1')

const markFailed = statement(`
  update remote_picture set error = $2, reason = $4::jsonb, next_attempt_at = coalesce($3::timestamptz, next_attempt_at),
    failed_at = case when $3::timestamptz is null then clock.now end
  from (select now() as now) clock
  where source_url = $1 and stored_at is null`)

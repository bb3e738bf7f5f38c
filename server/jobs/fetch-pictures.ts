import { PictureRefused } from '#entities/catalogue/import-export/pictures/picture-refused.ts'
import { enqueuePictures } from '#entities/catalogue/import-export/pictures/queue-pictures.ts'
import {
  type DuePicture,
  nextPictureTime,
  recordPicture,
  recordPictureFailure,
  takeDuePictures,
} from '#entities/catalogue/import-export/pictures/store-picture.ts'
import { createFileFolder } from '#entities/platform/file/file-folder.ts'
import { deleteUnusedUpload, recordUploads } from '#entities/platform/file/uploads.ts'
import { now } from '#entities/values/clock.ts'
import type { JobContext, Task } from '../plugin/job-context.ts'
import { fetchPicture } from './fetch-picture.ts'

const PICTURES_AT_ONCE = 6
const PICTURE_TIMEOUT = 30_000
const MAX_ATTEMPTS = 4

/** Fetches all waiting pictures, and plans the next attempt of the other ones. */
export const fetchPictures: Task<'fetch_pictures'> = async (context, _, { signal }) => {
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, () => fetchDue(context, signal)))
  const em = context.orm.em.fork()
  const next = await nextPictureTime(em)
  if (next) await enqueuePictures(em, next)
}

/** Fetches one picture after the other, so that a slow server delays no picture of the other lanes. */
async function fetchDue(context: JobContext, signal: AbortSignal): Promise<void> {
  const em = context.orm.em.fork()
  for (;;) {
    signal.throwIfAborted()
    const [picture] = await takeDuePictures(em, 1)
    if (!picture) return
    await fetchOne(context, picture, signal)
  }
}

async function fetchOne(context: JobContext, picture: DuePicture, stop: AbortSignal): Promise<void> {
  const { source_url, attempts } = picture
  const em = context.orm.em.fork()
  try {
    await storePicture(context, picture, AbortSignal.any([stop, AbortSignal.timeout(PICTURE_TIMEOUT)]))
  } catch (error) {
    stop.throwIfAborted()
    if (!(error instanceof PictureRefused)) context.logger.error({ err: error, source_url }, 'Picture not stored')
    const refused =
      error instanceof PictureRefused ? error : new PictureRefused({ name: 'picture_not_stored' }, { mayPass: true })
    const retryAt = refused.mayPass && attempts < MAX_ATTEMPTS ? minutesFromNow(attempts ** 2) : undefined
    await recordPictureFailure(em, { source_url, refused, retryAt })
  }
}

async function storePicture(
  { orm, files, webhooks: { targets } }: JobContext,
  { source_url, origin }: DuePicture,
  signal: AbortSignal,
): Promise<void> {
  using picture = await fetchPicture(source_url, { targets, signal })
  const file = { name: `${nameOf(source_url)}.${picture.ending}`, content: picture.content }
  const stored = await createFileFolder(files, 'public').store(file)
  const em = orm.em.fork()
  await recordUploads(em, [stored])
  const url = URL.canParse(stored.url) ? stored.url : `${origin}${stored.url}`
  if (!(await recordPicture(em, { source_url, key: stored.key, url }))) await deleteUnusedUpload(em, files, stored.key)
}

const nameOf = (address: string) =>
  new URL(address).pathname
    .split('/')
    .at(-1)
    ?.replace(/\.\w+$/, '') || 'picture'

const minutesFromNow = (minutes: number) => new Date(now().getTime() + minutes * 60_000)

import { defineEntity, p } from '@mikro-orm/postgresql'
import { createTimestamp } from '#entities/values/timestamp.ts'
import type { PictureReason } from './picture-refused.ts'

const RemotePictureSchema = defineEntity({
  name: 'RemotePicture',
  tableName: 'remote_picture',
  properties: {
    source_url: p.text().primary(),
    created_at: p.datetime(3).onCreate(() => createTimestamp()),
    /** The last import with this picture. */
    batch_job_id: p.text().nullable(),
    attempts: p.integer(),
    next_attempt_at: p.datetime(3),
    /** Why the last attempt failed, in English. */
    error: p.text().nullable(),
    /** The same for clients in other languages. Null for a failure before the shop stored reasons. */
    reason: p.json<PictureReason>().nullable(),
    file_key: p.text().nullable(),
    /** The address in the shop. Products have the address of the source until then. */
    url: p.text().nullable(),
    stored_at: p.datetime(3).nullable(),
    failed_at: p.datetime(3).nullable(),
  },
})

/** A picture of an imported file on another server. */
export class RemotePicture extends RemotePictureSchema.class {}
RemotePictureSchema.setClass(RemotePicture)

import { defineEntity, p } from '@mikro-orm/postgresql'
import { createTimestamp } from '#entities/values/timestamp.ts'

const UploadSchema = defineEntity({
  name: 'Upload',
  tableName: 'upload',
  properties: {
    key: p.text().primary(),
    created_at: p.datetime(3).onCreate(() => createTimestamp()),
    /** The media type with which the shop serves the file, if the content has this type. */
    type: p.text(),
    /** In bytes. */
    size: p.bigint('number'),
    /** The time since which no field names a private file or a logo that a field has named. */
    released_at: p.datetime(3).nullable(),
  },
})

/** A file of the file store that a field can name. */
export class Upload extends UploadSchema.class {}
UploadSchema.setClass(Upload)

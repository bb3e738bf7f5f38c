import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, timestamps } from '#entities/base.ts'
import type { MappedColumns } from './mapping-fields.ts'

const ImportMappingSchema = defineEntity({
  name: 'ImportMapping',
  tableName: 'import_mapping',
  properties: {
    id: id('impmap'),
    ...timestamps(),
    name: p.text(),
    /** Of the titles of the file, see `titlesDigest`. */
    digest: p.text(),
    columns: p.json<MappedColumns>(),
  },
})

/** The fields of the columns of a table that no program wrote. */
export class ImportMapping extends ImportMappingSchema.class {}
ImportMappingSchema.setClass(ImportMapping)

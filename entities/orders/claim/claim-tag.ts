import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps } from '#entities/base.ts'

/** A lower-case label. All claims share the tags. */
const ClaimTagSchema = defineEntity({
  name: 'ClaimTag',
  tableName: 'claim_tag',
  filters: alive,
  properties: {
    id: id('ctag'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    value: p.text(),
  },
})

export class ClaimTag extends ClaimTagSchema.class {}
ClaimTagSchema.setClass(ClaimTag)

import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, personal, personalMetadata, softDelete, timestamps } from '#entities/base.ts'
import { ClaimItem } from './claim-item.ts'

const ClaimImageSchema = defineEntity({
  name: 'ClaimImage',
  tableName: 'claim_image',
  filters: alive,
  properties: {
    id: id('cimg'),
    ...timestamps(),
    ...softDelete(),
    ...personalMetadata(),
    claim_item_id: p.text().index(),
    url: personal(p.text()),
    claim_item: () => p.manyToOne(ClaimItem).joinColumn('claim_item_id').persist(false).nullable(),
  },
})

export class ClaimImage extends ClaimImageSchema.class {}
ClaimImageSchema.setClass(ClaimImage)

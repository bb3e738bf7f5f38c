import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, notPersonal, personal, personalMetadata, softDelete, timestamps } from '#entities/base.ts'
import { Fulfillment } from './fulfillment.ts'

const TrackingLinkSchema = defineEntity({
  name: 'TrackingLink',
  tableName: 'tracking_link',
  filters: alive,
  properties: {
    id: id('tlink'),
    ...timestamps(),
    ...softDelete(),
    ...personalMetadata(),
    fulfillment_id: p.text().index(),
    tracking_number: personal(p.text()),
    url: personal(p.text().nullable()),
    /** The name of the carrier. */
    carrier: notPersonal(p.text().nullable()),
    idempotency_key: p.text().nullable(),
    fulfillment: () => p.manyToOne(Fulfillment).joinColumn('fulfillment_id').persist(false).nullable(),
  },
})

export class TrackingLink extends TrackingLinkSchema.class {}
TrackingLinkSchema.setClass(TrackingLink)

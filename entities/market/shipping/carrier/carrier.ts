import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, timestamps } from '#entities/base.ts'

/** A carrier that a merchant has added. It replaces a well-known one with the same name. */
const CarrierSchema = defineEntity({
  name: 'Carrier',
  tableName: 'carrier',
  properties: {
    id: id('carrier'),
    ...timestamps(),
    name: p.text(),
    /** The address of the tracking page, with `{number}` in place of the tracking number. */
    tracking_url: p.text(),
  },
})

export class Carrier extends CarrierSchema.class {}
CarrierSchema.setClass(Carrier)

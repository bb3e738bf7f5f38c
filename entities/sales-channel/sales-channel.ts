import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, flag, id, metadata, softDelete, timestamps } from '../base.ts'

export const SalesChannelSchema = defineEntity({
  name: 'SalesChannel',
  tableName: 'sales_channel',
  properties: {
    id: id('sc'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    name: p.text(),
    description: p.text().nullable(),
    is_disabled: flag(false),
  },
  filters: alive,
})

export class SalesChannel extends SalesChannelSchema.class {
  /** There are none; the wire format has the word. */
  locations(): never[] {
    return []
  }
}
SalesChannelSchema.setClass(SalesChannel)

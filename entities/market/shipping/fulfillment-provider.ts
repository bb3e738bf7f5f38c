import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag } from '#entities/base.ts'

const FulfillmentProviderSchema = defineEntity({
  name: 'FulfillmentProvider',
  tableName: 'fulfillment_provider',
  properties: {
    id: p.text().primary(),
    is_installed: flag(true),
  },
})

export class FulfillmentProvider extends FulfillmentProviderSchema.class {}
FulfillmentProviderSchema.setClass(FulfillmentProvider)

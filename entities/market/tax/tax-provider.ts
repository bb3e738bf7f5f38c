import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag } from '#entities/base.ts'

const TaxProviderSchema = defineEntity({
  name: 'TaxProvider',
  tableName: 'tax_provider',
  properties: {
    id: p.text().primary(),
    is_installed: flag(true),
  },
})

export class TaxProvider extends TaxProviderSchema.class {}
TaxProviderSchema.setClass(TaxProvider)

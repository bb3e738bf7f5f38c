import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag } from '../base.ts'

export const PaymentProviderSchema = defineEntity({
  name: 'PaymentProvider',
  tableName: 'payment_provider',
  properties: {
    id: p.text().primary(),
    is_installed: flag(true),
  },
})

export class PaymentProvider extends PaymentProviderSchema.class {}
PaymentProviderSchema.setClass(PaymentProvider)

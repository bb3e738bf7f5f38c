import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag } from '#entities/base.ts'
import { BALANCE_PROVIDER_ID, SYSTEM_PROVIDER_ID } from '#entities/cart/payment/system-payment.ts'

const PaymentProviderSchema = defineEntity({
  name: 'PaymentProvider',
  tableName: 'payment_provider',
  properties: {
    id: p.text().primary(),
    is_installed: flag(true),
  },
  filters: {
    offered: { name: 'offered', cond: { id: { $nin: [SYSTEM_PROVIDER_ID, BALANCE_PROVIDER_ID] } }, default: true },
  },
})

export class PaymentProvider extends PaymentProviderSchema.class {}
PaymentProviderSchema.setClass(PaymentProvider)

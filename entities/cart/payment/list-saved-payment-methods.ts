import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow } from '#database/rows.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { addProviderTimeouts } from '#entities/platform/remote/provider-timeout.ts'
import { payerOf } from './payer.ts'
import type { PaymentData, PaymentProvider } from './payment-port.ts'

export async function listSavedPaymentMethods(
  em: EntityManager,
  providers: ReadonlyMap<string, PaymentProvider>,
  customer_id: string,
): Promise<{ provider_id: string; data: PaymentData }[]> {
  const found = await findRow(em, Customer, { id: customer_id })
  if (!found) return []
  const customer = payerOf(found)
  const lists = Array.from(providers, async ([provider_id, provider]) => {
    const { remote } = provider
    const limited = remote ? addProviderTimeouts(provider, remote) : provider
    const methods = (await limited.savedMethods?.(customer)) ?? []
    return methods.map((data) => ({ provider_id, data }))
  })
  return (await Promise.all(lists)).flat()
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow } from '#database/rows.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { addProviderTimeouts } from '#entities/platform/remote/provider-timeout.ts'
import { payerOf } from './payer.ts'
import type { PaymentProviders } from './payment-port.ts'

interface SavedPaymentMethod {
  customer_id: string
  provider_id: string
  method_id: string
}

/**
 * Removes a saved method at its provider. Call it outside of a transaction.
 * @throws NotFound if the customer has not saved the method. NotAllowed if the provider cannot remove methods. Conflict if it does
 * not answer.
 */
export async function deleteSavedPaymentMethod(
  em: EntityManager,
  providers: PaymentProviders,
  { customer_id, provider_id, method_id }: SavedPaymentMethod,
): Promise<void> {
  const customer = await findRow(em, Customer, { id: customer_id })
  const provider = providers.get(provider_id)
  if (!customer || !provider?.savedMethods) throw missingMethod()
  const { remote } = provider
  const limited = remote ? addProviderTimeouts(provider, remote) : provider
  const payer = payerOf(customer)
  const methods = (await limited.savedMethods?.(payer)) ?? []
  if (!methods.some(({ id }) => id === method_id)) throw missingMethod()
  if (!limited.deleteSavedMethod)
    throw new NotAllowed(`The payment provider ${provider_id} does not remove saved methods`).because({
      name: 'saved_method_fixed',
      provider: provider_id,
    })
  await limited.deleteSavedMethod(payer, method_id)
}

const missingMethod = (): NotFound => new NotFound('The customer has not saved this payment method')

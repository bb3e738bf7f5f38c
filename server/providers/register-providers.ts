import type { EntityManager } from '@mikro-orm/postgresql'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { FulfillmentProvider } from '#entities/market/shipping/fulfillment-provider.ts'
import { TaxProvider } from '#entities/market/tax/tax-provider.ts'
import { registerApps } from '#entities/platform/app/register-apps.ts'
import type { Providers } from '#routers/context/services.ts'

/** Stores the ids of the providers, so that administrators can choose them. Other rows stay unchanged. */
export async function registerProviders(
  em: EntityManager,
  { payment, fulfillment, tax, oauth }: Providers,
): Promise<void> {
  const rowsOf = (providers: ReadonlyMap<string, unknown>) => Array.from(providers.keys(), (id) => ({ id }))
  await em.upsertMany(PaymentProvider, rowsOf(payment), { onConflictAction: 'ignore' })
  await em.upsertMany(FulfillmentProvider, rowsOf(fulfillment), { onConflictAction: 'ignore' })
  if (tax.size > 0) await em.upsertMany(TaxProvider, rowsOf(tax), { onConflictAction: 'ignore' })
  await registerApps(em, oauth)
}

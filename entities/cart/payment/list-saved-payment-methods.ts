import type { Payer, PaymentData, PaymentProvider } from './payment-port.ts'

/** The means of payment that providers keep for the customer, provider by provider. */
export async function listSavedPaymentMethods(
  providers: ReadonlyMap<string, PaymentProvider>,
  customer: Payer,
): Promise<{ provider_id: string; data: PaymentData }[]> {
  const kept = Array.from(providers, async ([provider_id, provider]) => {
    const methods = (await provider.savedMethods?.(customer)) ?? []
    return methods.map((data) => ({ provider_id, data }))
  })
  return (await Promise.all(kept)).flat()
}

import { addProviderTimeouts } from '#entities/platform/remote/provider-timeout.ts'
import type { Payer, PaymentData, PaymentProvider } from './payment-port.ts'

export async function listSavedPaymentMethods(
  providers: ReadonlyMap<string, PaymentProvider>,
  customer: Payer,
): Promise<{ provider_id: string; data: PaymentData }[]> {
  const lists = Array.from(providers, async ([provider_id, provider]) => {
    const { remote } = provider
    const limited = remote ? addProviderTimeouts(provider, remote) : provider
    const methods = (await limited.savedMethods?.(customer)) ?? []
    return methods.map((data) => ({ provider_id, data }))
  })
  return (await Promise.all(lists)).flat()
}

import { useBalanceKinds } from '#console/app/use-balance-kinds.ts'
import { useProviderName } from '#console/components/use-provider-name.ts'
import type { Payment } from '../order.ts'

/** The name of the balance that paid, or of the provider. */
export function usePaymentName({ provider_id, data }: Pick<Payment, 'provider_id' | 'data'>): string {
  const kinds = useBalanceKinds()
  const nameOf = useProviderName()
  if (provider_id !== 'balance') return nameOf(provider_id)
  return kinds.find(({ kind }) => kind === data.kind)?.name ?? String(data.kind ?? provider_id)
}

import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { formatMoney } from '#console/components/money.tsx'
import { orderActions } from '#console/strings/order-actions.ts'

/** The shipping options for the new items of an exchange, with their prices including tax. */
export const useCartShipping = (cart_id: string) =>
  useQuery(trpc.store.shippingOptions.listForCart.queryOptions({ cart_id }, { staleTime: 0 })).data?.shipping_options ??
  []

interface CartShippingSelectProps {
  options: ReturnType<typeof useCartShipping>
  currency: string
  value: string | undefined
  onChange(option: string | undefined): void
  error?: string | undefined
}

export function CartShippingSelect({ options, currency, value, onChange, error }: CartShippingSelectProps) {
  const words = orderActions.useWords()
  return (
    <Select
      label={words.shippingOption}
      data={options.map(({ id, name, price_incl_tax }) => ({
        value: id,
        label: `${name} — ${formatMoney(price_incl_tax, currency)}`,
      }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      error={error}
      clearable
    />
  )
}

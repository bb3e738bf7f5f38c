import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { formatMoney } from '#console/components/money.tsx'
import type { Order } from './order.ts'

interface ShippingSelectProps {
  order: Pick<Order, 'region_id' | 'currency_code'>
  label: string
  kind: 'outbound' | 'return'
  value: string | undefined
  onChange(option: string | undefined): void
  error?: string | undefined
}

/** Asks for a shipping option of the region of an order. */
export function ShippingSelect({ order, label, kind, value, onChange, error }: ShippingSelectProps) {
  const { data } = useQuery(
    trpc.admin.shippingOptions.list.queryOptions({
      region_id: order.region_id,
      is_return: kind === 'return',
      limit: 200,
      expand: '',
    }),
  )
  const options = data?.shipping_options ?? []
  return (
    <Select
      label={label}
      data={options.map(({ id, name, amount }) => ({
        value: id,
        label: amount == null ? name : `${name} — ${formatMoney(amount, order.currency_code)}`,
      }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      error={error}
      clearable
    />
  )
}

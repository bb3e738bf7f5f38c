import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { Select } from '#console/components/late-select.tsx'
import { formatMoney } from '#console/components/money.tsx'
import type { Order } from './order.ts'

interface ShippingSelectProps {
  order: Pick<Order, 'region_id' | 'currency_code'>
  label: string
  kind: 'outbound' | 'return'
  /** The goods to send. Default: every option is offered. */
  variantIds?: readonly string[]
  value: string | undefined
  onChange(option: string | undefined): void
  error?: string | undefined
}

/** Asks for a shipping option of the region of an order. */
export function ShippingSelect({ order, label, kind, variantIds, value, onChange, error }: ShippingSelectProps) {
  const profiles = useProfiles(variantIds ?? [])
  const options = useShippingOptions(order.region_id, kind).filter(
    ({ id, profile_id }) => id === value || !profiles || profiles.has(profile_id),
  )
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

export function useShippingOptions(region_id: string, kind: ShippingSelectProps['kind']) {
  const { data } = useQuery(
    trpc.admin.shippingOptions.list.queryOptions({ region_id, is_return: kind === 'return', limit: 200, expand: '' }),
  )
  return data?.shipping_options ?? []
}

/** The shipping profiles of the goods. Undefined without goods, and if the role of the user does not see products. */
function useProfiles(variantIds: readonly string[]): ReadonlySet<string> | undefined {
  const mayRead = useMay()('variants.list')
  const { data } = useQuery({
    ...trpc.admin.variants.list.queryOptions({ id: [...variantIds], limit: 200, fields: 'id', expand: 'product' }),
    enabled: mayRead && variantIds.length > 0,
  })
  const found = data?.variants.flatMap(({ product }) => product?.profile_id ?? []) ?? []
  return found.length > 0 ? new Set(found) : undefined
}

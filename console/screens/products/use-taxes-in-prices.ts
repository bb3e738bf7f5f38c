import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'

/** The rates of the taxes in the prices, in percent, by currency. A currency whose prices are without tax has none. */
export type TaxesInPrices = Readonly<Record<string, readonly number[]>>

/** The standard rates of the regions with a currency whose prices include tax. Empty for a role that sees no regions. */
export function useTaxesInPrices(): TaxesInPrices {
  const may = useMay()
  const { data: stored } = useQuery(trpc.admin.store.get.queryOptions())
  const included = stored?.store.currencies?.filter((currency) => currency.includes_tax) ?? []
  const { data } = useQuery({
    ...trpc.admin.regions.list.queryOptions({ limit: 250, fields: 'id,currency_code,tax_rate', expand: '' }),
    enabled: included.length > 0 && may('regions.list'),
  })
  return Object.fromEntries(
    included.map(({ code }) => [
      code,
      [...new Set(data?.regions.filter((region) => region.currency_code === code).map((region) => region.tax_rate))],
    ]),
  )
}

import { useQueries, useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import type { TaxesInPrices } from './margin.ts'

/** The shop answers for at most this number of products. */
const PART = 100

/** Empty for a role that sees no regions. A role that sees no tax rates gets the rates of the regions. */
export function useTaxesInPrices(products: readonly string[] = []): TaxesInPrices {
  const may = useMay()
  const { data: stored } = useQuery(trpc.admin.store.get.queryOptions())
  const included = stored?.store.currencies?.filter(({ includes_tax }) => includes_tax).map(({ code }) => code) ?? []
  const { data } = useQuery({
    ...trpc.admin.regions.list.queryOptions({ limit: 250, fields: 'id,currency_code,tax_rate', expand: '' }),
    enabled: included.length > 0 && may('regions.list'),
  })
  const regions = data?.regions.filter(({ currency_code }) => included.includes(currency_code)) ?? []
  const parts = Array.from({ length: Math.ceil(products.length / PART) }, (_, i) =>
    products.slice(i * PART, (i + 1) * PART),
  )
  const answers = useQueries({
    queries: parts.map((product_id) => ({
      ...trpc.admin.taxRates.listForProducts.queryOptions({ product_id }),
      enabled: regions.length > 0 && may('taxRates.listForProducts'),
    })),
  })
  return { regions, rates: answers.flatMap((answer) => answer.data?.rates ?? []) }
}

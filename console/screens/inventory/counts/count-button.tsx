import { Allowed } from '#console/components/allowed.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { stockCounts } from '#console/strings/stock-counts.ts'

/** Leads to the page on which goods are counted. */
export function CountButton() {
  const { countStock } = stockCounts.useWords()
  return (
    <Allowed needs="stockCounts.create">
      <PageButton to="/inventory/count">{countStock}</PageButton>
    </Allowed>
  )
}

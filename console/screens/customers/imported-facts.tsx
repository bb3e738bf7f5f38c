import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { Facts, Section } from '#console/components/section.tsx'
import { pastOrders } from '#console/strings/past-orders.ts'
import { programOf } from '../orders/past/past-status.tsx'

interface ImportedFactsProps {
  customer: { id: string; metadata?: Record<string, unknown> | null | undefined }
}

/** The facts of an imported customer. Nothing for other customers. */
export function ImportedFacts({ customer: { id, metadata } }: ImportedFactsProps) {
  const words = pastOrders.useWords()
  const { data } = useQuery(trpc.admin.customers.imported.queryOptions({ customer_id: id }))
  if (!data?.imported_customer) return null
  const { note, tags, is_tax_exempt, ...customer } = data.imported_customer
  const accepts = metadata?.accepts_marketing
  const facts: [string, string][] = [
    ...(typeof accepts === 'boolean' ? [[words.marketing, accepts ? words.yes : words.no] as [string, string]] : []),
    ...(tags.length > 0 ? [[words.tags, tags.join(', ')] as [string, string]] : []),
    ...(note ? [[words.note, note] as [string, string]] : []),
    ...(is_tax_exempt ? [[words.taxExempt, words.yes] as [string, string]] : []),
  ]
  return (
    <Section title={words.importedFrom(programOf(customer))}>
      <Facts facts={facts} />
    </Section>
  )
}

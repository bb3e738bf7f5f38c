import { Text } from '@mantine/core'
import { queryClient, trpc } from '#console/app/api.ts'
import { shopTimeZone } from '#console/app/time-zone.ts'
import { CsvImport } from '#console/components/batch-job/csv-import.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { catalogue } from '#console/strings/catalogue.ts'

export function ImportPastOrders() {
  const words = catalogue.useWords()
  const timeZone = shopTimeZone()
  return (
    <Section title={words.importPastOrders}>
      <Text size="sm" c="dimmed" mb="md">
        {words.importPastOrdersHint(timeZone)}{' '}
        <PageLink to="/orders/past" size="sm">
          {words.showPastOrders}
        </PageLink>
      </Text>
      <CsvImport
        type="past-order-import"
        context={{ time_zone: timeZone }}
        onImported={() => void queryClient.invalidateQueries(trpc.admin.orders.pathFilter())}
      />
    </Section>
  )
}

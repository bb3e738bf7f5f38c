import { Text } from '@mantine/core'
import { queryClient, trpc } from '#console/app/api.ts'
import { CsvImport } from '#console/components/batch-job/csv-import.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { catalogue } from '#console/strings/catalogue.ts'

const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export function ImportPastOrders() {
  const words = catalogue.useWords()
  return (
    <Section title={words.importPastOrders}>
      <Text size="sm" c="dimmed" mb="md">
        {words.importPastOrdersHint(TIME_ZONE)}{' '}
        <PageLink to="/orders/past" size="sm">
          {words.showPastOrders}
        </PageLink>
      </Text>
      <CsvImport
        type="past-order-import"
        context={{ time_zone: TIME_ZONE }}
        onImported={() => void queryClient.invalidateQueries(trpc.admin.orders.pathFilter())}
      />
    </Section>
  )
}

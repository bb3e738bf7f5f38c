import { Box, SegmentedControl, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { queryClient, trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { CsvExport } from '#console/components/batch-job/csv-export.tsx'
import { CsvImport } from '#console/components/batch-job/csv-import.tsx'
import { Page } from '#console/components/page.tsx'
import { Section } from '#console/components/section.tsx'
import { catalogue } from '#console/strings/catalogue.ts'
import { CatalogueTabs } from './catalogue-tabs.tsx'
import { ImportCustomers } from './import-customers.tsx'
import { ImportPastOrders } from './import-past-orders.tsx'
import { KnownTables } from './known-tables.tsx'
import { transferDataOf } from './transfer-data.ts'

const transferRoute = getRouteApi('/shell/products/transfer')

export function ProductTransfer() {
  const words = catalogue.useWords()
  const may = useMay()
  const { data = 'products' } = transferRoute.useSearch()
  const navigate = transferRoute.useNavigate()
  const choices = [
    { value: 'products', label: words.productsTab },
    ...(may('customers.create') ? [{ value: 'customers', label: words.importCustomers }] : []),
    ...(may('orders.update') ? [{ value: 'orders', label: words.importPastOrders }] : []),
  ]
  return (
    <Page title={words.transferTab} width="detail">
      <CatalogueTabs />
      <Stack gap="lg">
        {choices.length > 1 && (
          <SegmentedControl
            aria-label={words.transferWhat}
            data={choices}
            value={data}
            onChange={(value) => void navigate({ search: { data: transferDataOf(value) } })}
          />
        )}
        {data === 'customers' && <ImportCustomers />}
        {data === 'orders' && <ImportPastOrders />}
        {data === 'products' && <Products />}
      </Stack>
    </Page>
  )
}

function Products() {
  const words = catalogue.useWords()
  return (
    <>
      <Section title={words.importProducts}>
        <Text size="sm" c="dimmed" mb="md">
          {words.templateHint}
        </Text>
        <Box mb="md">
          <CsvExport type="product-export" context={{ template: true }} startText={words.template} isQuiet />
        </Box>
        <CsvImport
          type="product-import"
          onImported={() => void queryClient.invalidateQueries(trpc.admin.products.pathFilter())}
        />
      </Section>
      <KnownTables />
      <Section title={words.exportProducts}>
        <Text size="sm" c="dimmed" mb="md">
          {words.exportHint}
        </Text>
        <CsvExport type="product-export" />
      </Section>
    </>
  )
}

import { Box, Stack, Text } from '@mantine/core'
import { queryClient, trpc } from '#console/app/api.ts'
import { CsvExport } from '#console/components/batch-job/csv-export.tsx'
import { CsvImport } from '#console/components/batch-job/csv-import.tsx'
import { Page } from '#console/components/page.tsx'
import { Section } from '#console/components/section.tsx'
import { catalogue } from '#console/strings/catalogue.ts'
import { CatalogueTabs } from './catalogue-tabs.tsx'

export function ProductTransfer() {
  const words = catalogue.useWords()
  return (
    <Page title={words.transferTab} width="detail">
      <CatalogueTabs />
      <Stack gap="lg">
        <Section title={words.importProducts}>
          <Text size="sm" c="dimmed" mb="md">
            {words.templateHint}
          </Text>
          <Box mb="md">
            <CsvExport type="product-export" context={{ template: true }} startText={words.template} />
          </Box>
          <CsvImport
            type="product-import"
            onImported={() => void queryClient.invalidateQueries(trpc.admin.products.pathFilter())}
          />
        </Section>
        <Section title={words.exportProducts}>
          <Text size="sm" c="dimmed" mb="md">
            {words.exportHint}
          </Text>
          <CsvExport type="product-export" />
        </Section>
      </Stack>
    </Page>
  )
}

import { Button, Stack, Text } from '@mantine/core'
import { queryClient, trpc } from '#console/app/api.ts'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { modals } from '#console/components/modals.ts'
import { priceLists } from '#console/strings/price-lists.ts'

const CsvImport = lazyDialog(async () => (await import('#console/components/batch-job/csv-import.tsx')).CsvImport)

export function ImportButton({ priceListId }: { priceListId: string }) {
  const words = priceLists.useWords()
  const open = () =>
    modals.open({ title: words.import, size: 'lg', children: <PriceImport priceListId={priceListId} /> })
  return (
    <Button size="xs" variant="default" onClick={open}>
      {words.import}
    </Button>
  )
}

function PriceImport({ priceListId }: { priceListId: string }) {
  const words = priceLists.useWords()
  return (
    <Stack>
      <Text size="sm">{words.importHint}</Text>
      <CsvImport
        type="price-list-import"
        context={{ price_list_id: priceListId }}
        confirmText={words.replaceAll}
        onImported={() => void queryClient.invalidateQueries(trpc.admin.priceLists.pathFilter())}
      />
    </Stack>
  )
}

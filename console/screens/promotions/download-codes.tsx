import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { shop } from '#console/app/api.ts'
import { csvOf, textCell } from '#console/components/csv.ts'
import { saveCsv } from '#console/components/save-file.ts'
import { promotions } from '#console/strings/promotions.ts'

const PAGE = 200

/** Downloads all codes of a discount as CSV. */
export function DownloadCodes({ discount }: { discount: { id: string; code: string } }) {
  const words = promotions.useWords()
  const download = useMutation({
    mutationFn: () => readCodes(discount.id),
    onSuccess: (rows) => saveCsv(`${discount.code}.csv`, csvOf([words.csvHeader.split(','), ...rows])),
  })
  return (
    <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
      {words.downloadCodes}
    </Button>
  )
}

async function readCodes(parent_discount_id: string): Promise<(string | number)[][]> {
  const page = { limit: PAGE, order: 'created_at', expand: '', fields: 'code,usage_count,usage_limit' }
  const rows: (string | number)[][] = []
  let cursor: string | null | undefined = null
  do {
    const { discounts, next_cursor } = await shop.admin.discounts.list.query({ parent_discount_id, cursor, ...page })
    for (const { code, usage_count, usage_limit } of discounts)
      rows.push([textCell(code), usage_count, usage_limit ?? ''])
    cursor = next_cursor
  } while (cursor)
  return rows
}

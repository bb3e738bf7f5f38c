import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { shop } from '#console/app/api.ts'
import { saveFile } from '#console/components/save-file.ts'
import { promotions } from '#console/strings/promotions.ts'

const PAGE = 200

/** Downloads all codes of a discount as CSV. */
export function DownloadCodes({ discount }: { discount: { id: string; code: string } }) {
  const words = promotions.useWords()
  const download = useMutation({
    mutationFn: () => readCodes(discount.id),
    onSuccess: (rows) => {
      const lines = [words.csvHeader, ...rows.map((row) => row.map((cell) => `"${cell}"`).join(','))]
      saveFile(`${discount.code}.csv`, lines.join('\r\n'), 'text/csv')
    },
  })
  return (
    <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
      {words.downloadCodes}
    </Button>
  )
}

async function readCodes(parent_discount_id: string): Promise<string[][]> {
  const rows: string[][] = []
  for (let offset = 0; ; offset += PAGE) {
    const page = { offset, limit: PAGE, order: 'created_at', expand: '', fields: 'code,usage_count,usage_limit' }
    const { discounts } = await shop.admin.discounts.list.query({ parent_discount_id, ...page })
    for (const { code, usage_count, usage_limit } of discounts)
      rows.push([code.replaceAll('"', '""'), String(usage_count), String(usage_limit ?? '')])
    if (discounts.length < PAGE) return rows
  }
}

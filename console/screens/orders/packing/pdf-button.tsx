import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { RouterInputs } from '#client/index.ts'
import { queryClient, trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { saveFile } from '#console/components/save-file.ts'
import { packing } from '#console/strings/packing.ts'

/** Downloads the documents as one PDF. */
export function PdfButton({ input }: { input: RouterInputs['admin']['orders']['packingPdf'] }) {
  const words = packing.useWords()
  const may = useMay()
  const download = useMutation({
    mutationFn: () => queryClient.fetchQuery(trpc.admin.orders.packingPdf.queryOptions(input)),
    onSuccess: ({ pdf }) => saveFile(pdf.file_name, bytesOf(pdf.content), 'application/pdf'),
  })
  if (!may('orders.packingPdf')) return null
  return (
    <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
      {words.downloadPdf}
    </Button>
  )
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))

import { Alert, Button, FileButton, Group, Loader, Stack, Table, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, trpc } from '#console/app/api.ts'
import { uploadFiles } from '#console/app/upload-files.ts'
import { ErrorState } from '#console/components/states.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { priceLists } from '#console/strings/price-lists.ts'

export function ImportButton({ priceListId }: { priceListId: string }) {
  const words = useStrings(priceLists)
  const open = () =>
    modals.open({ title: words.import, size: 'lg', children: <PriceImport priceListId={priceListId} /> })
  return (
    <Button variant="default" onClick={open}>
      {words.import}
    </Button>
  )
}

/** Checks a file first. The user then sees the report, and confirms or corrects the file. */
function PriceImport({ priceListId }: { priceListId: string }) {
  const words = useStrings(priceLists)
  const start = useMutation({
    mutationFn: async (file: File) => {
      const [stored] = await uploadFiles([file], 'private')
      const context = { price_list_id: priceListId, fileKey: stored?.key ?? '' }
      return createJob.mutateAsync({ type: 'price-list-import', context, dry_run: true })
    },
  })
  const createJob = useMutation(trpc.admin.batchJobs.create.mutationOptions())
  const jobId = start.data?.batch_job.id
  return (
    <Stack>
      <Text size="sm">{words.importHint}</Text>
      <Group>
        <FileButton accept=".csv,text/csv" onChange={(file) => file && start.mutate(file)}>
          {(props) => (
            <Button variant="default" loading={start.isPending} {...props}>
              {words.chooseFile}
            </Button>
          )}
        </FileButton>
      </Group>
      {start.error && <ErrorState error={start.error} />}
      {jobId && <ImportReport key={jobId} jobId={jobId} />}
    </Stack>
  )
}

/** In milliseconds. */
const POLL_INTERVAL = 500

const FINAL = ['completed', 'failed', 'canceled']

function ImportReport({ jobId }: { jobId: string }) {
  const words = useStrings(priceLists)
  const [isConfirmed, setConfirmed] = useState(false)
  const { data, error } = useQuery({
    ...trpc.admin.batchJobs.get.queryOptions({ id: jobId }),
    refetchInterval: ({ state }) => {
      const status = state.data?.batch_job.status ?? ''
      const isWaiting = status === 'pre_processed' && !isConfirmed
      return FINAL.includes(status) || isWaiting ? false : POLL_INTERVAL
    },
  })
  const confirm = useMutation(
    trpc.admin.batchJobs.confirm.mutationOptions({
      onSuccess: () => {
        setConfirmed(true)
        return queryClient.invalidateQueries(trpc.admin.batchJobs.pathFilter())
      },
    }),
  )
  const job = data?.batch_job
  const status = job?.status
  const [seen, setSeen] = useState<string>()
  if (status !== seen) {
    setSeen(status)
    if (status === 'completed') void queryClient.invalidateQueries(trpc.admin.priceLists.pathFilter())
  }
  if (error) return <ErrorState error={error} />
  const result = job?.result
  if (status === 'failed') return <Problems errors={result?.errors ?? []} />
  if (status === 'completed')
    return (
      <Alert color="teal" role="status">
        {words.imported(result?.count ?? 0)}
      </Alert>
    )
  if (status === 'pre_processed' && !isConfirmed)
    return (
      <Stack role="status">
        <Text fw={500}>{words.lines(result?.count ?? 0)}</Text>
        {confirm.error && <ErrorState error={confirm.error} />}
        <Group justify="flex-end">
          <Button loading={confirm.isPending} onClick={() => confirm.mutate({ id: jobId })}>
            {words.replaceAll}
          </Button>
        </Group>
      </Stack>
    )
  return (
    <Group role="status">
      <Loader size="xs" aria-hidden />
      <Text size="sm">{isConfirmed ? words.importing : words.checking}</Text>
    </Group>
  )
}

interface Problem {
  message: string
  err: { line?: number | undefined }[]
}

function Problems({ errors }: { errors: readonly Problem[] }) {
  const words = useStrings(priceLists)
  return (
    <Stack role="alert">
      <Text size="sm">{words.nothingChanged}</Text>
      <Table aria-label={words.report}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.line}</Table.Th>
            <Table.Th>{words.problem}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.map(({ message, err }) => (
            <Table.Tr key={`${err[0]?.line ?? ''} ${message}`}>
              <Table.Td>{err[0]?.line ?? '–'}</Table.Td>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

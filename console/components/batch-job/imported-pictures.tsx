import { Alert, Button, Progress, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { queryClient, trpc } from '#console/app/api.ts'
import { batchErrors } from '#console/strings/batch-errors.ts'
import { batchJobs } from '#console/strings/batch-jobs.ts'

const POLL_INTERVAL = 2000

/** The pictures of an import, which the shop fetches in the background. Nothing for an import without pictures. */
export function ImportedPictures({ jobId }: { jobId: string }) {
  const words = batchJobs.useWords()
  const { batchErrorText } = batchErrors.useWords()
  const { data } = useQuery(
    trpc.admin.batchJobs.pictures.queryOptions(
      { id: jobId },
      { refetchInterval: ({ state }) => (state.data && state.data.pictures.waiting === 0 ? false : POLL_INTERVAL) },
    ),
  )
  const retry = useMutation(
    trpc.admin.batchJobs.retryPictures.mutationOptions({
      onSuccess: (changed) => queryClient.setQueryData(trpc.admin.batchJobs.pictures.queryKey({ id: jobId }), changed),
    }),
  )
  if (!data) return null
  const { waiting, stored, failed, failures } = data.pictures
  const all = waiting + stored + failed
  if (all === 0) return null
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {words.picturesStored(stored, all)}
      </Text>
      {waiting > 0 && (
        <Progress value={((stored + failed) / all) * 100} animated aria-label={words.picturesStored(stored, all)} />
      )}
      {failed > 0 && (
        <Alert color="yellow" title={words.picturesFailed(failed)}>
          <Table aria-label={words.picturesFailed(failed)} withRowBorders={false}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.product}</Table.Th>
                <Table.Th>{words.pictureAddress}</Table.Th>
                <Table.Th>{words.problem}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {failures.map(({ url, error, reason, handle }) => (
                <Table.Tr key={url}>
                  <Table.Td>{handle}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{url}</Table.Td>
                  <Table.Td>{batchErrorText({ message: error, reasons: reason ? [reason] : [] })}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Button mt="sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate({ id: jobId })}>
            {words.retryPictures}
          </Button>
        </Alert>
      )}
    </Stack>
  )
}

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Suspense } from 'react'
import type { RouterInputs } from '#client/index.ts'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { type ProcedureName, useMay } from '#console/app/permissions.ts'
import { JobProgress } from '#console/components/batch-job/job-progress.tsx'
import { useBatchJob } from '#console/components/batch-job/use-batch-job.ts'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { batchErrors } from '#console/strings/batch-errors.ts'
import { common } from '#console/strings/common.ts'
import { simulations } from '#console/strings/simulations.ts'

const SimulationResult = lazyPart(async () => (await import('./simulation-result.tsx')).SimulationResult)

type Input = RouterInputs['admin']['discounts']['simulate']

/** The rights that the batch job and its result need. */
const RIGHTS: ProcedureName[] = ['batchJobs.create', 'discounts.simulated', 'orders.list', 'customers.list']
const OF_PRICE_LISTS: ProcedureName[] = ['priceLists.list']

interface SimulationProps {
  /** Undefined until the form is complete. */
  input: Input | undefined
}

/** Plays a promotion or a price list with all purchases of the last 30 days, in a batch job. */
export function Simulation({ input }: SimulationProps) {
  const words = simulations.useWords()
  const { cancel: cancelText } = common.useWords()
  const { batchErrorText } = batchErrors.useWords()
  const { job, error, isStarting, start, cancel, reset } = useBatchJob()
  const may = useMay()
  const isRunning = job !== undefined && !['completed', 'failed', 'canceled'].includes(job.status)
  if (![...RIGHTS, ...(input?.price_list_id ? OF_PRICE_LISTS : [])].every(may)) return null
  return (
    <Section
      title={words.title}
      actions={
        <Button
          size="xs"
          variant="default"
          disabled={!input}
          loading={isStarting || isRunning}
          onClick={() => input && start({ type: 'simulation', context: { ...input }, dry_run: false })}
        >
          {words.run}
        </Button>
      }
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.hint}
        </Text>
        {error ? <ErrorState error={error} retry={reset} /> : undefined}
        {isRunning && (
          <>
            <JobProgress job={job} text={words.running} />
            <Group>
              <Button size="xs" variant="subtle" onClick={cancel}>
                {cancelText}
              </Button>
            </Group>
          </>
        )}
        {job?.status === 'failed' && <Alert color="red">{job.result?.errors?.map(batchErrorText).join(' ')}</Alert>}
        {job?.status === 'completed' && (
          <Suspense fallback={<LoadingLines lines={4} />}>
            <SimulationResult id={job.id} />
          </Suspense>
        )}
      </Stack>
    </Section>
  )
}

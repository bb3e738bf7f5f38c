import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RouterInputs, RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { type ProcedureName, useMay } from '#console/app/permissions.ts'
import { JobProgress } from '#console/components/batch-job/job-progress.tsx'
import { useBatchJob } from '#console/components/batch-job/use-batch-job.ts'
import { formatMoney } from '#console/components/money.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { batchErrors } from '#console/strings/batch-errors.ts'
import { common } from '#console/strings/common.ts'
import { simulations } from '#console/strings/simulations.ts'

type Simulated = RouterOutputs['admin']['discounts']['simulated']['simulation']
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
        {job?.status === 'completed' && <Result id={job.id} />}
      </Stack>
    </Section>
  )
}

function Result({ id }: { id: string }) {
  const { data, error } = useQuery(trpc.admin.discounts.simulated.queryOptions({ id }))
  if (error) return <ErrorState error={error} />
  return data ? <Outcome simulated={data.simulation} /> : <LoadingLines lines={4} />
}

function Outcome({ simulated }: { simulated: Simulated }) {
  const words = simulations.useWords()
  const { orders, carts, examined, is_sampled, sums, purchases } = simulated
  if (sums.length === 0) return <Text size="sm">{words.nothing}</Text>
  const changesShipping = sums.some(({ shipping_before, shipping_after }) => shipping_before !== shipping_after)
  return (
    <>
      {is_sampled && <Alert color="yellow">{words.sampled(examined, orders + carts)}</Alert>}
      <Table.ScrollContainer minWidth={520}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.purchases}</Table.Th>
              <Table.Th ta="end">{words.touched}</Table.Th>
              <Table.Th ta="end">{words.revenue}</Table.Th>
              <Table.Th ta="end">{words.discounts}</Table.Th>
              {changesShipping && <Table.Th ta="end">{words.shipping}</Table.Th>}
              <Table.Th ta="end">{words.margin}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sums.map((sum) => (
              <SumRow key={`${sum.type} ${sum.currency_code}`} sum={sum} changesShipping={changesShipping} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Changes purchases={purchases} />
    </>
  )
}

function SumRow({ sum, changesShipping }: { sum: Simulated['sums'][number]; changesShipping: boolean }) {
  const words = simulations.useWords()
  const { type, currency_code, purchases, touched, units, units_with_cost } = sum
  const change = (before: number, after: number) =>
    words.change(formatMoney(before, currency_code), formatMoney(after, currency_code))
  return (
    <Table.Tr>
      <Table.Td>{type === 'order' ? words.ordersIn(currency_code) : words.cartsIn(currency_code)}</Table.Td>
      <Table.Td ta="end">{words.of(touched, purchases)}</Table.Td>
      <Table.Td ta="end">{change(sum.revenue_before, sum.revenue_after)}</Table.Td>
      <Table.Td ta="end">{formatMoney(sum.discount_after - sum.discount_before, currency_code)}</Table.Td>
      {changesShipping && <Table.Td ta="end">{change(sum.shipping_before, sum.shipping_after)}</Table.Td>}
      <Table.Td ta="end">
        {units_with_cost === 0 ? words.noCosts : change(sum.margin_before, sum.margin_after)}
        {units_with_cost > 0 && units_with_cost < units && (
          <Text size="xs" c="dimmed">
            {words.costsOf(units_with_cost, units)}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function Changes({ purchases }: Pick<Simulated, 'purchases'>) {
  const words = simulations.useWords()
  if (purchases.length === 0) return <Text size="sm">{words.noChange}</Text>
  return (
    <Table.ScrollContainer minWidth={420} mah={360}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.buyer}</Table.Th>
            <Table.Th ta="end">{words.paid}</Table.Th>
            <Table.Th ta="end">{words.wouldPay}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {purchases.map(({ type, id, display_id, email, currency_code, before, after }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {type === 'order' ? (
                  <PageLink to="/orders/$id" params={{ id }}>
                    {words.order(display_id ?? 0)}
                  </PageLink>
                ) : (
                  words.cart
                )}
                {email && (
                  <Text size="xs" c="dimmed">
                    {email}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="end">{formatMoney(before, currency_code)}</Table.Td>
              <Table.Td ta="end">{formatMoney(after, currency_code)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

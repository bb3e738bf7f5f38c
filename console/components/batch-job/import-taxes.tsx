import { Alert, Loader, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { useMay } from '#console/app/permissions.ts'
import { Select } from '#console/components/late-select.tsx'
import { reducedVats } from '#console/screens/settings/regions/standard-vat.ts'
import { batchJobs } from '#console/strings/batch-jobs.ts'
import { percentText } from '../percent-text.ts'
import { ErrorState, isLost, useErrorText } from '../states.tsx'
import type { Job } from './use-batch-job.ts'

type TaxClass = NonNullable<NonNullable<Job['result']>['tax_classes']>[number]
type Region = RouterOutputs['admin']['regions']['list']['regions'][number]
type TaxRate = RouterOutputs['admin']['taxRates']['list']['tax_rates'][number]

interface ImportTaxesProps {
  classes: readonly TaxClass[]
  /** Checks the file again with other rates of the classes. */
  onRates(ids: Record<string, string[]>): void
}

const FIELDS = ['id', 'name', 'code', 'rate', 'region_id']

/** The tax rates that the tax classes of a file mean in each region. */
export function ImportTaxes({ classes, onRates }: ImportTaxesProps) {
  const words = batchJobs.useWords()
  const textOf = useErrorText()
  const mayCreate = useMay()('taxRates.create')
  const { data: regions, error: regionsError } = useQuery(
    trpc.admin.regions.list.queryOptions({ limit: 250, expand: 'countries' }),
  )
  const { data: rates, error: ratesError } = useQuery(
    trpc.admin.taxRates.list.queryOptions({ limit: 500, fields: FIELDS }),
  )
  const create = useMutation(trpc.admin.taxRates.create.mutationOptions(shownInPlace))
  const error = regionsError ?? ratesError
  if (isLost(error, regions && rates)) return <ErrorState error={error} />
  if (!regions || !rates) return <Loader size="sm" />
  const regionOf = (id: string) => rates.tax_rates.find((rate) => rate.id === id)?.region_id
  const choose = (name: string, region_id: string, rateIds: string[]) =>
    onRates(
      Object.fromEntries(
        classes.map((one) => {
          const others = one.rate_ids.filter((id) => regionOf(id) !== region_id)
          return [one.name, one.name === name ? [...others, ...rateIds] : one.rate_ids]
        }),
      ),
    )
  const chooseNew = (name: string, region_id: string, rate: number) =>
    create.mutate(
      { name: rate === 0 ? words.noVat : words.reducedVat, code: name, region_id, rate },
      { onSuccess: ({ tax_rate }) => choose(name, region_id, [tax_rate.id]) },
    )
  return (
    <Alert color="blue" title={words.taxClasses}>
      <Stack gap="sm">
        <Text size="sm">{words.taxClassesHint}</Text>
        {create.error && <Text c="red">{textOf(create.error)}</Text>}
        {classes.map((one) => (
          <fieldset key={one.name} style={{ border: 0, margin: 0, padding: 0 }}>
            <Text component="legend" size="sm" fw={600}>
              {words.taxClass(one.name, one.products)}
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mt={4}>
              {regions.regions.map((region) => (
                <RateOfRegion
                  key={region.id}
                  region={region}
                  rates={rates.tax_rates.filter(({ region_id }) => region_id === region.id)}
                  taxClass={one}
                  isDisabled={create.isPending}
                  onRates={(ids) => choose(one.name, region.id, ids)}
                  onNew={mayCreate ? (rate) => chooseNew(one.name, region.id, rate) : undefined}
                />
              ))}
            </SimpleGrid>
          </fieldset>
        ))}
      </Stack>
    </Alert>
  )
}

interface RateOfRegionProps {
  region: Region
  /** Of the region. */
  rates: readonly TaxRate[]
  taxClass: TaxClass
  isDisabled: boolean
  onRates(ids: string[]): void
  /** Undefined if the role of the user creates no tax rates. */
  onNew: ((rate: number) => void) | undefined
}

const STANDARD = 'standard'
const NEW = 'new:'

function RateOfRegion({ region, rates, taxClass, isDisabled, onRates, onNew }: RateOfRegionProps) {
  const words = batchJobs.useWords()
  const chosen = rates.filter(({ id }) => taxClass.rate_ids.includes(id)).map(({ id }) => id)
  const known = new Set(rates.map(({ rate }) => rate ?? 0))
  const offered = onNew ? [...reducedVats((region.countries ?? []).map(({ iso_2 }) => iso_2)), 0] : []
  return (
    <Select
      label={region.name}
      aria-label={`${taxClass.name}: ${region.name}`}
      disabled={isDisabled}
      allowDeselect={false}
      value={chosen[0] ?? STANDARD}
      data={[
        { value: STANDARD, label: words.standardRate(percentText(region.tax_rate)) },
        ...rates.map(({ id, name, rate }) => ({ value: id, label: `${name} ${percentText(rate ?? 0)}` })),
        ...offered
          .filter((rate) => !known.has(rate))
          .map((rate) => ({ value: `${NEW}${rate}`, label: words.newRate(percentText(rate)) })),
      ]}
      onChange={(value) => {
        if (value === null || value === (chosen[0] ?? STANDARD)) return
        if (value.startsWith(NEW)) onNew?.(Number(value.slice(NEW.length)))
        else onRates(value === STANDARD ? [] : [value])
      }}
    />
  )
}

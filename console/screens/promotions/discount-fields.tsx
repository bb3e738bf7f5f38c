import { MultiSelect, SegmentedControl, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import { DateTimeInput } from '#console/components/form/date-time-input.tsx'
import type { Entered } from '#console/components/form/entered.ts'
import { MoneyInput, PercentInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import { NoRegions } from '#console/components/no-regions.tsx'
import { Section } from '#console/components/section.tsx'
import { promotions } from '#console/strings/promotions.ts'
import type { ConditionValues } from './condition-fields.tsx'
import { MinimumFields } from './minimum-fields.tsx'
import { NewConditions } from './new-conditions.tsx'
import { TierFields, type TierValues } from './tier-fields.tsx'

export interface DiscountValues {
  code: string
  rule: {
    type: 'fixed' | 'percentage' | 'free_shipping'
    value: Entered<number>
    allocation: 'total' | 'item'
    description: string
    limit_per_customer: Entered<number>
    minimum_amount: Entered<number>
    minimum_quantity: Entered<number>
    tiers: TierValues[]
    is_combinable: boolean
    priority: Entered<number>
  }
  /** The conditions of a new discount. Those of a stored discount are saved at once. */
  conditions: ConditionValues[]
  regions: string[]
  is_disabled: boolean
  is_automatic: boolean
  is_dynamic: boolean
  /** Days, for dynamic codes. */
  valid_duration: Entered<number>
  usage_limit: Entered<number>
  starts_at: Entered<Date>
  ends_at: Entered<Date>
}

export const newDiscountValues: DiscountValues = {
  code: '',
  rule: {
    type: 'percentage',
    value: 10,
    allocation: 'total',
    description: '',
    limit_per_customer: null,
    minimum_amount: null,
    minimum_quantity: null,
    tiers: [],
    is_combinable: false,
    priority: 0,
  },
  conditions: [],
  regions: [],
  is_disabled: false,
  is_automatic: false,
  is_dynamic: false,
  valid_duration: null,
  usage_limit: null,
  starts_at: null,
  ends_at: null,
}

interface DiscountFieldsProps {
  fields: UseFormReturnType<DiscountValues>
  /** The kind of a stored discount does not change. */
  isStored?: boolean
}

export function DiscountFields({ fields, isStored = false }: DiscountFieldsProps) {
  const words = promotions.useWords()
  const { data } = useQuery(trpc.admin.regions.list.queryOptions({ limit: 200, expand: '' }))
  const [defaultCurrency = 'eur'] = useCurrencies()
  const { rule, regions, is_automatic, is_dynamic } = fields.getValues()
  const currency = data?.regions.find(({ id }) => id === regions[0])?.currency_code ?? defaultCurrency
  return (
    <>
      <NoRegions />
      <Section title={words.terms}>
        <Stack>
          {!isStored && (
            <Stack gap={4}>
              <Text size="sm" fw={500} id="discount-use">
                {words.use}
              </Text>
              <SegmentedControl
                aria-labelledby="discount-use"
                data={[
                  { value: 'code', label: words.withCode },
                  { value: 'automatic', label: words.automatically },
                ]}
                value={is_automatic ? 'automatic' : 'code'}
                onChange={(use) =>
                  fields.setValues({
                    is_automatic: use === 'automatic',
                    ...(use === 'automatic' ? { is_dynamic: false } : {}),
                  })
                }
              />
            </Stack>
          )}
          <TextInput
            label={is_automatic ? words.automaticName : words.code}
            description={is_automatic ? words.automaticNameHint : words.codeHint}
            autoCapitalize="characters"
            {...fields.getInputProps('code')}
          />
          {!isStored && (
            <Stack gap={4}>
              <Text size="sm" fw={500} id="discount-kind">
                {words.kind}
              </Text>
              <SegmentedControl
                aria-labelledby="discount-kind"
                data={[
                  { value: 'percentage', label: words.percentage },
                  { value: 'fixed', label: words.fixed },
                  { value: 'free_shipping', label: words.freeShipping },
                ]}
                {...fields.getInputProps('rule.type')}
                onChange={(type) => {
                  if (type === 'percentage' || type === 'fixed' || type === 'free_shipping')
                    fields.setValues({
                      rule: { ...rule, type, value: type === 'free_shipping' ? 0 : null, tiers: [] },
                      ...(type === 'fixed' ? { regions: regions.slice(0, 1) } : {}),
                    })
                }}
              />
            </Stack>
          )}
          {rule.type !== 'free_shipping' && (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {rule.type === 'percentage' ? (
                <PercentInput
                  label={words.value}
                  description={words.percentageHint}
                  decimals={2}
                  {...fields.getInputProps('rule.value')}
                />
              ) : (
                <MoneyInput
                  label={words.value}
                  description={words.fixedHint}
                  currency={currency}
                  {...fields.getInputProps('rule.value')}
                />
              )}
              {rule.type === 'fixed' && (
                <Select
                  label={words.allocation}
                  allowDeselect={false}
                  data={[
                    { value: 'total', label: words.allocationTotal },
                    { value: 'item', label: words.allocationItem },
                  ]}
                  {...fields.getInputProps('rule.allocation')}
                />
              )}
            </SimpleGrid>
          )}
          <MultiSelect
            label={words.regions}
            {...(rule.type === 'fixed' ? { description: words.regionsHint, maxValues: 1 } : {})}
            data={data?.regions.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            searchable
            clearable
            {...fields.getInputProps('regions')}
          />
          <TextInput
            label={words.description}
            description={words.descriptionHint}
            {...fields.getInputProps('rule.description')}
          />
        </Stack>
      </Section>
      {!isStored && (
        <NewConditions
          conditions={fields.getValues().conditions}
          onChange={(conditions) => fields.setFieldValue('conditions', conditions)}
        />
      )}
      <MinimumFields fields={fields} currency={currency} />
      {rule.type !== 'free_shipping' && <TierFields fields={fields} currency={currency} />}
      <Section title={words.validity}>
        <Stack>
          <Switch
            label={words.enabledLabel}
            checked={!fields.getValues().is_disabled}
            onChange={(event) => fields.setFieldValue('is_disabled', !event.currentTarget.checked)}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <DateTimeInput label={words.startsAt} {...fields.getInputProps('starts_at')} />
            <DateTimeInput label={words.endsAt} {...fields.getInputProps('ends_at')} />
            <WholeNumberInput
              label={words.usageLimit}
              description={words.usageLimitHint}
              min={1}
              {...fields.getInputProps('usage_limit')}
            />
            <WholeNumberInput
              label={words.limitPerCustomer}
              description={words.limitPerCustomerHint}
              min={1}
              {...fields.getInputProps('rule.limit_per_customer')}
            />
            {is_dynamic && (
              <WholeNumberInput
                label={words.duration}
                description={words.usageLimitHint}
                min={1}
                {...fields.getInputProps('valid_duration')}
              />
            )}
          </SimpleGrid>
          {!isStored && !is_automatic && (
            <Switch
              label={words.dynamic}
              description={words.dynamicHint}
              {...fields.getInputProps('is_dynamic', { type: 'checkbox' })}
            />
          )}
        </Stack>
      </Section>
      <Section title={words.combination}>
        <Stack>
          <Text size="sm" c="dimmed">
            {words.combinationHint}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Switch label={words.combinable} {...fields.getInputProps('rule.is_combinable', { type: 'checkbox' })} />
            <WholeNumberInput
              label={words.priority}
              description={words.priorityHint}
              min={-1000}
              max={1000}
              {...fields.getInputProps('rule.priority')}
            />
          </SimpleGrid>
        </Stack>
      </Section>
    </>
  )
}

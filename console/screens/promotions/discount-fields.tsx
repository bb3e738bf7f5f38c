import { Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import { MultiSelect } from '#console/components/late-select.tsx'
import { NoRegions } from '#console/components/no-regions.tsx'
import { Section } from '#console/components/section.tsx'
import { promotions } from '#console/strings/promotions.ts'
import { BudgetFields } from './budget-fields.tsx'
import { BuyGetFields } from './buy-get-fields.tsx'
import { DiscountKind, DiscountUse } from './discount-kind.tsx'
import type { DiscountValues } from './discount-values.ts'
import { MinimumFields } from './minimum-fields.tsx'
import { NewConditions } from './new-conditions.tsx'
import { TierFields } from './tier-fields.tsx'
import { CombinationFields, ValidityFields } from './validity-fields.tsx'
import { ValueFields } from './value-fields.tsx'

const currenciesOf = (
  known: readonly { id: string; currency_code: string }[] = [],
  chosen: readonly string[] = [],
): string[] => [...new Set(known.filter(({ id }) => chosen.includes(id)).map(({ currency_code }) => currency_code))]

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
  const currencies = currenciesOf(data?.regions, regions)
  return (
    <>
      <NoRegions />
      <Section title={words.terms}>
        <Stack>
          {!isStored && <DiscountUse fields={fields} />}
          <TextInput
            label={is_automatic ? words.automaticName : words.code}
            description={is_automatic ? words.automaticNameHint : is_dynamic ? words.templateHint : words.codeHint}
            autoCapitalize="characters"
            {...fields.getInputProps('code')}
          />
          {!isStored && <DiscountKind fields={fields} />}
          <ValueFields fields={fields} currency={currency} />
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
      <BuyGetFields fields={fields} currency={currency} />
      {!isStored && (
        <NewConditions
          conditions={fields.getValues().conditions}
          onChange={(conditions) => fields.setFieldValue('conditions', conditions)}
        />
      )}
      {!rule.buy_get && <MinimumFields fields={fields} currencies={currencies} currency={currency} />}
      {rule.type !== 'free_shipping' && !rule.buy_get && <TierFields fields={fields} currency={currency} />}
      <BudgetFields fields={fields} currencies={currencies} />
      <ValidityFields fields={fields} isStored={isStored} />
      <CombinationFields fields={fields} />
    </>
  )
}

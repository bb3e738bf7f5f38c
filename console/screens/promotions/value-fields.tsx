import { SimpleGrid } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MoneyInput, PercentInput } from '#console/components/form/number-input.tsx'
import { Select } from '#console/components/late-select.tsx'
import { promotions } from '#console/strings/promotions.ts'
import type { DiscountValues } from './discount-values.ts'

interface ValueFieldsProps {
  fields: UseFormReturnType<DiscountValues>
  currency: string
}

export function ValueFields({ fields, currency }: ValueFieldsProps) {
  const words = promotions.useWords()
  const { type, buy_get } = fields.getValues().rule
  if (type === 'free_shipping') return null
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {type === 'percentage' ? (
        <PercentInput
          label={words.value}
          description={buy_get ? words.percentageOfGotten : words.percentageHint}
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
      {type === 'fixed' && !buy_get && (
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
  )
}

import { SimpleGrid, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MoneyInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import { Section } from '#console/components/section.tsx'
import { promotions } from '#console/strings/promotions.ts'
import type { DiscountValues } from './discount-values.ts'

interface MinimumFieldsProps {
  fields: UseFormReturnType<DiscountValues>
  /** Of the regions. */
  currencies: readonly string[]
  currency: string
}

export function MinimumFields({ fields, currencies, currency }: MinimumFieldsProps) {
  const words = promotions.useWords()
  const hasOneCurrency = currencies.length < 2
  return (
    <Section title={words.minimum}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.minimumHint}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoneyInput
          label={words.minimumAmount}
          description={hasOneCurrency ? words.minimumAmountHint : words.minimumAmountOfOneCurrency}
          disabled={!hasOneCurrency && fields.getValues().rule.minimum_amount === null}
          currency={currency}
          {...fields.getInputProps('rule.minimum_amount')}
        />
        <WholeNumberInput
          label={words.minimumQuantity}
          description={words.minimumQuantityHint}
          min={1}
          {...fields.getInputProps('rule.minimum_quantity')}
        />
      </SimpleGrid>
    </Section>
  )
}

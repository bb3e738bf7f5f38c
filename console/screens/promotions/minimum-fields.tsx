import { SimpleGrid, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MoneyInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import { Section } from '#console/components/section.tsx'
import { promotions } from '#console/strings/promotions.ts'
import type { DiscountValues } from './discount-values.ts'

interface MinimumFieldsProps {
  fields: UseFormReturnType<DiscountValues>
  currency: string
}

export function MinimumFields({ fields, currency }: MinimumFieldsProps) {
  const words = promotions.useWords()
  return (
    <Section title={words.minimum}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.minimumHint}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoneyInput
          label={words.minimumAmount}
          description={words.minimumAmountHint}
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

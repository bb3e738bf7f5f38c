import { Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Entered } from '#console/components/form/entered.ts'
import { MoneyInput, PercentInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import { Section } from '#console/components/section.tsx'
import { promotions } from '#console/strings/promotions.ts'
import type { DiscountValues } from './discount-values.ts'

export interface TierValues {
  minimum_amount: Entered<number>
  minimum_quantity: Entered<number>
  value: Entered<number>
}

const NEW_TIER: TierValues = { minimum_amount: null, minimum_quantity: null, value: null }

interface TierFieldsProps {
  fields: UseFormReturnType<DiscountValues>
  currency: string
}

/** Higher values of a discount for larger carts. */
export function TierFields({ fields, currency }: TierFieldsProps) {
  const words = promotions.useWords()
  const { tiers, type } = fields.getValues().rule
  return (
    <Section
      title={words.tiers}
      actions={
        <Button size="xs" variant="default" onClick={() => fields.insertListItem('rule.tiers', NEW_TIER)}>
          {words.addTier}
        </Button>
      }
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.tiersHint}
        </Text>
        {tiers.map((_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tier has no identity
          <Paper key={i} withBorder p="sm">
            <SimpleGrid cols={{ base: 1, xs: 3 }}>
              <MoneyInput
                label={words.minimumAmount}
                currency={currency}
                {...fields.getInputProps(`rule.tiers.${i}.minimum_amount`)}
              />
              <WholeNumberInput
                label={words.minimumQuantity}
                min={1}
                {...fields.getInputProps(`rule.tiers.${i}.minimum_quantity`)}
              />
              {type === 'percentage' ? (
                <PercentInput label={words.tierValue} decimals={2} {...fields.getInputProps(`rule.tiers.${i}.value`)} />
              ) : (
                <MoneyInput
                  label={words.tierValue}
                  currency={currency}
                  {...fields.getInputProps(`rule.tiers.${i}.value`)}
                />
              )}
            </SimpleGrid>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              mt="xs"
              aria-label={`${words.deleteTier} ${i + 1}`}
              onClick={() => fields.removeListItem('rule.tiers', i)}
            >
              {words.deleteTier}
            </Button>
          </Paper>
        ))}
      </Stack>
    </Section>
  )
}

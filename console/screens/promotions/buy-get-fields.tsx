import { SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MoneyInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import { Section } from '#console/components/section.tsx'
import { promotions } from '#console/strings/promotions.ts'
import { BoughtItems } from './bought-items.tsx'
import type { DiscountValues } from './discount-values.ts'
import { GiftPicker } from './gift-picker.tsx'

interface BuyGetFieldsProps {
  fields: UseFormReturnType<DiscountValues>
  currency: string
}

/** The items that buyers must buy, and the number of items that they get at the discount. */
export function BuyGetFields({ fields, currency }: BuyGetFieldsProps) {
  const words = promotions.useWords()
  const terms = fields.getValues().rule.buy_get
  if (!terms) return null
  const isAmount = terms.counts === 'amount'
  return (
    <Section title={words.buyGet}>
      <Stack>
        <Text size="sm" c="dimmed">
          {words.buyGetHint}
        </Text>
        <SegmentedControl
          aria-label={words.buyersMustBuy}
          data={[
            { value: 'quantity', label: words.aQuantity },
            { value: 'amount', label: words.anAmount },
          ]}
          value={terms.counts}
          onChange={(counts) =>
            fields.setFieldValue('rule.buy_get.counts', counts === 'amount' ? 'amount' : 'quantity')
          }
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          {isAmount ? (
            <MoneyInput
              label={words.amountToBuy}
              currency={currency}
              {...fields.getInputProps('rule.buy_get.buy_amount')}
            />
          ) : (
            <WholeNumberInput
              label={words.quantityToBuy}
              min={1}
              {...fields.getInputProps('rule.buy_get.buy_quantity')}
            />
          )}
          <WholeNumberInput
            label={words.quantityToGet}
            min={1}
            {...fields.getInputProps('rule.buy_get.get_quantity')}
          />
          {!isAmount && (
            <WholeNumberInput
              label={words.maxUses}
              description={words.limitPerCartHint}
              min={1}
              {...fields.getInputProps('rule.buy_get.max_uses')}
            />
          )}
        </SimpleGrid>
        <BoughtItems bought={terms.bought} onChange={(bought) => fields.setFieldValue('rule.buy_get.bought', bought)} />
        <Text size="sm" c="dimmed">
          {words.gottenHint}
        </Text>
        <GiftPicker
          label={words.gottenVariants}
          value={terms.variants}
          onChange={(variants) => fields.setFieldValue('rule.buy_get.variants', variants)}
        />
      </Stack>
    </Section>
  )
}

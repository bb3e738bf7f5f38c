import { SimpleGrid, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Entered, Readable } from '#console/components/form/entered.ts'
import { MoneyInput } from '#console/components/form/number-input.tsx'
import { formatMoney } from '#console/components/money.tsx'
import { Section } from '#console/components/section.tsx'
import { promotions } from '#console/strings/promotions.ts'
import type { DiscountValues } from './discount-values.ts'

export interface BudgetValues {
  currency_code: string
  amount: Entered<number>
  /** The discounts that orders already got. */
  spent: number
}

export const budgetsOf = (budgets: readonly Readable<BudgetValues>[]) =>
  budgets.flatMap(({ currency_code, amount }) => (amount === null ? [] : [{ currency_code, amount }]))

interface BudgetFieldsProps {
  fields: UseFormReturnType<DiscountValues>
  currencies: readonly string[]
}

/** The largest sum of all discounts, for each currency of the regions. */
export function BudgetFields({ fields, currencies }: BudgetFieldsProps) {
  const words = promotions.useWords()
  const { budgets, type } = fields.getValues().rule
  const isOfShipping = type === 'free_shipping'
  const codes = [...new Set([...currencies, ...budgets.map(({ currency_code }) => currency_code)])]
  const change = (currency_code: string, amount: Entered<number>) => {
    const stored = budgets.find((budget) => budget.currency_code === currency_code)
    const others = budgets.filter((budget) => budget !== stored)
    fields.setFieldValue('rule.budgets', [...others, { currency_code, spent: stored?.spent ?? 0, amount }])
  }
  return (
    <Section title={words.budget}>
      <Text size="sm" c="dimmed" mb="sm">
        {isOfShipping ? words.budgetOfShippingHint : words.budgetHint}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {codes.map((code) => {
          const budget = budgets.find(({ currency_code }) => currency_code === code)
          return (
            <MoneyInput
              key={code}
              label={words.budgetIn(code.toUpperCase())}
              description={
                budget && budget.spent > 0 ? words.budgetSpent(formatMoney(budget.spent, code)) : words.usageLimitHint
              }
              currency={code}
              value={budget?.amount ?? null}
              onChange={(amount) => change(code, amount)}
            />
          )
        })}
      </SimpleGrid>
    </Section>
  )
}

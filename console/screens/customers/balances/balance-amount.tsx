import { currentLocale, useLanguage } from '#console/app/language.ts'
import { Money } from '#console/components/money.tsx'

/** Money, or a number of units such as points. */
export function BalanceAmount({ amount, currency }: { amount: number; currency: string | null }) {
  useLanguage()
  if (currency) return <Money amount={amount} currency={currency} />
  return <span className="number">{amount.toLocaleString(currentLocale())}</span>
}

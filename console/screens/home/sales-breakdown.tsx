import { formatMoney } from '#console/components/money.tsx'
import { home } from '#console/strings/home.ts'
import classes from './figures-table.module.css'
import { type Figures, partsOf } from './sales.ts'

interface SalesBreakdownProps {
  currency: string
  now: Figures
  /** Undefined without a period before. */
  before: Figures | undefined
}

/** How the goods, discounts, shipping and taxes of a period become its payments, as a bookkeeper needs it. */
export function SalesBreakdown({ currency, now, before }: SalesBreakdownProps) {
  const words = home.useWords()
  const partsBefore = before && new Map(partsOf(before).map(({ name, amount }) => [name, amount]))
  return (
    <table className={classes.table}>
      <caption>{words.breakdown}</caption>
      <thead>
        <tr>
          <th scope="col">{words.part}</th>
          <th scope="col">{words.thisPeriod}</th>
          {before && <th scope="col">{words.periodBefore}</th>}
        </tr>
      </thead>
      <tbody>
        {partsOf(now).map(({ name, amount, isSum }) => (
          <tr key={name} data-sum={isSum}>
            <th scope="row">{words[`part_${name}`]}</th>
            <td className="number">{formatMoney(amount, currency)}</td>
            {partsBefore && (
              <td className={`number ${classes.before}`}>{formatMoney(partsBefore.get(name) ?? 0, currency)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

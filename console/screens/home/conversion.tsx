import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { currentLocale } from '#console/app/language.ts'
import { useMay } from '#console/app/permissions.ts'
import { home } from '#console/strings/home.ts'
import { percentOf } from './figure.tsx'
import classes from './figures-table.module.css'
import { conversionOf } from './home-queries.ts'
import { type Period, periodBefore } from './period.ts'
import { changeOf } from './sales.ts'

const STEPS = ['visits', 'with_items', 'with_contact', 'orders'] as const

/** How many visits of a period led to carts, checkouts and orders. Shops without visits begin with their carts. */
export function Conversion({ period }: { period: Period }) {
  const words = home.useWords()
  const isShown = useMay()('statistics.conversion')
  const options = { placeholderData: keepPreviousData, enabled: isShown }
  const { data } = useQuery({ ...conversionOf(period), ...options })
  const { data: earlier } = useQuery({ ...conversionOf(periodBefore(period)), ...options })
  if (!data || !earlier) return null
  const { conversion: now } = data
  const { conversion: before } = earlier
  const steps = STEPS.filter((step) => step !== 'visits' || now.visits)
  const [first = 'with_items'] = steps
  if (!now[first]) return null
  const rateOf = (counts: typeof now, step: (typeof STEPS)[number]) => {
    const whole = counts[first]
    return whole ? (counts[step] ?? 0) / whole : undefined
  }
  return (
    <table className={classes.table}>
      <caption>{words.conversion}</caption>
      <thead>
        <tr>
          <th scope="col">{words.step}</th>
          {[words.thisPeriod, words.share, words.againstBefore].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => {
          const rate = rateOf(now, step)
          const change =
            step === first ? changeOf(now[step] ?? 0, before[step] ?? 0) : changeOf(rate, rateOf(before, step))
          return (
            <tr key={step}>
              <th scope="row">{words[`step_${step}`]}</th>
              <td className="number">{(now[step] ?? 0).toLocaleString(currentLocale())}</td>
              <td className="number">
                {rate?.toLocaleString(currentLocale(), { style: 'percent', maximumFractionDigits: 1 })}
              </td>
              <td className={`number ${classes.before}`}>{change === undefined ? '–' : percentOf(change)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { currentLocale } from '#console/app/language.ts'
import { useMay } from '#console/app/permissions.ts'
import { percentText } from '#console/components/percent-text.ts'
import { home } from '#console/strings/home.ts'
import { percentOf } from './figure.tsx'
import classes from './figures-table.module.css'
import { conversionOf } from './home-queries.ts'
import type { Period } from './period.ts'
import { changeOf } from './sales.ts'

const STEPS = ['visits', 'with_items', 'with_contact', 'orders'] as const

/** How many visits of a period led to carts, checkouts and orders. Shops without visits begin with their carts. */
export function Conversion({ period, before: earlierPeriod }: { period: Period; before: Period | undefined }) {
  const words = home.useWords()
  const isShown = useMay()('statistics.conversion')
  const options = { placeholderData: keepPreviousData, enabled: isShown }
  const { data } = useQuery({ ...conversionOf(period), ...options })
  const { data: earlier } = useQuery({
    ...conversionOf(earlierPeriod ?? period),
    ...options,
    enabled: isShown && earlierPeriod !== undefined,
  })
  if (!data || (earlierPeriod && !earlier)) return null
  const { conversion: now } = data
  const before = earlierPeriod && earlier?.conversion
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
          const figureOf = (counts: typeof now) => (step === first ? (counts[step] ?? 0) : rateOf(counts, step))
          const change = before && changeOf(figureOf(now), figureOf(before))
          return (
            <tr key={step}>
              <th scope="row">{words[`step_${step}`]}</th>
              <td className="number">{(now[step] ?? 0).toLocaleString(currentLocale())}</td>
              <td className="number">{rate !== undefined && percentText(100 * rate, { maximumFractionDigits: 1 })}</td>
              <td className={`number ${classes.before}`}>{change === undefined ? '–' : percentOf(change)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

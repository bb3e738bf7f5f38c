import { Anchor, Text } from '@mantine/core'
import { currentLocale } from '#console/app/language.ts'
import { countryName } from '#console/components/countries.ts'
import { percentText } from '#console/components/percent-text.ts'
import { markets } from '#console/strings/markets.ts'
import { countriesByVat, VAT_DATE } from './standard-vat.ts'

interface VatHintProps {
  countries: readonly string[]
  rate: unknown
  onUse: (rate: number) => void
}

/** Offers the standard rate of the chosen countries. A region has one rate, so countries with different rates need several regions. */
export function VatHint({ countries, rate, onUse }: VatHintProps) {
  const words = markets.useWords()
  const byRate = [...countriesByVat(countries)]
  const [first, ...others] = byRate
  if (!first) return null
  const names = (codes: readonly string[]) => codes.map(countryName).join(', ')
  if (others.length > 0)
    return (
      <Text size="sm" c="dimmed">
        {words.severalVats(byRate.map(([value, codes]) => `${percentText(value)} ${names(codes)}`).join('; '))}
      </Text>
    )
  const [value, codes] = first
  if (rate === value) return null
  const date = new Date(VAT_DATE).toLocaleDateString(currentLocale(), { timeZone: 'UTC' })
  return (
    <Text size="sm" c="dimmed">
      {words.standardVat(names(codes), percentText(value), date)}{' '}
      <Anchor component="button" type="button" onClick={() => onUse(value)}>
        {words.takeVat(percentText(value))}
      </Anchor>
    </Text>
  )
}

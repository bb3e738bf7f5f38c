import { currentLocale } from '#console/app/language.ts'

/** A rate in percent as text, such as `25.5%`, or `25,5 %` in German. At most four decimals, unless the format has others. */
export const percentText = (rate: number, format: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 4, ...format }).format(rate / 100)

import { currentLocale } from '#console/app/language.ts'

/** A size in megabytes. */
export const sizeText = (bytes: number | null): string =>
  bytes === null
    ? '–'
    : new Intl.NumberFormat(currentLocale(), { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 }).format(
        bytes / 1_000_000,
      )

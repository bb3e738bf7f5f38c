/** When the rates were read from the database "Taxes in Europe" of the European Commission, and from the authorities of CH, GB and NO. */
export const VAT_DATE = '2026-01-01'

const EU_RATES: Readonly<Record<string, number>> = {
  ...{
    at: 20,
    be: 21,
    bg: 20,
    cy: 19,
    cz: 21,
    de: 19,
    dk: 25,
    ee: 24,
    es: 21,
    fi: 25.5,
    fr: 20,
    gr: 24,
    hr: 25,
    hu: 27,
  },
  ...{ ie: 23, it: 22, lt: 21, lu: 17, lv: 21, mt: 18, nl: 21, pl: 23, pt: 23, ro: 21, se: 25, si: 22, sk: 23 },
}

const RATES: Readonly<Record<string, number>> = { ...EU_RATES, ch: 8.1, gb: 20, no: 25 }

/** The codes of the countries in the European Union. */
export const EU_COUNTRIES: readonly string[] = Object.keys(EU_RATES)

/** Returns the standard rate of a country in percent, or undefined. Reduced rates depend on the goods. */
export const standardVat = (country: string): number | undefined => RATES[country]

/** Returns the countries by their standard rate. Countries without a known rate are left out. */
export const countriesByVat = (countries: readonly string[]): Map<number, string[]> =>
  Map.groupBy(
    countries.filter((code) => code in RATES),
    (code) => RATES[code]!,
  )

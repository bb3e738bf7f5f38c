/** The day of the rates. They are those of the database "Taxes in Europe" of the European Commission, and of the authorities of CH, GB and NO. */
export const VAT_DATE = '2026-07-01'

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

const REDUCED_RATES: Readonly<Record<string, readonly number[]>> = {
  ...{
    at: [4.9, 10, 13],
    be: [6, 12],
    bg: [9],
    ch: [2.6, 3.8],
    cy: [3, 5, 9],
    cz: [12],
    de: [7],
    ee: [9, 13],
    es: [4, 10],
  },
  ...{ fi: [10, 13.5], fr: [2.1, 5.5, 10], gb: [5], gr: [6, 13], hr: [5, 13], hu: [5, 18], ie: [4.8, 9, 13.5] },
  ...{ it: [4, 5, 10], lt: [5, 12], lu: [3, 8, 14], lv: [5, 12], mt: [5, 7, 12], nl: [9], no: [12, 15], pl: [5, 8] },
  ...{ pt: [6, 13], ro: [11], se: [6, 12], si: [5, 9.5], sk: [5, 19] },
}

/** The reduced rates of the countries in percent. The goods that have them differ. */
export const reducedVats = (countries: readonly string[]): number[] =>
  [...new Set(countries.flatMap((country) => REDUCED_RATES[country] ?? []))].toSorted((a, b) => a - b)

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

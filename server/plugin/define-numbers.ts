import type { EntityManager } from '@mikro-orm/postgresql'
import { takeGaplessNumber, takeSparseNumber } from '#entities/platform/number/take-number.ts'
import { shopOf } from '#entities/shop.ts'
import { now } from '#entities/values/clock.ts'

interface NumbersParts {
  /** Unique in the shop. Do not rename a series: it would begin again. */
  name: string
  /** Such as `INV-{year}-{number:6}`, which makes `INV-2027-000042`. It can have `{year}`, `{yy}` and one `{number}`. */
  format: string
  /**
   * Whether the numbers have no gaps. Transactions that take one then wait for each other until they end. Otherwise they do not wait,
   * and numbers can be missing or out of order. Do not change it: numbers could repeat. Default: true.
   */
  gapless?: boolean
  /** `yearly` begins again with each year in the time zone of the shop (`TIME_ZONE`). The format then needs the year. */
  restarts?: 'yearly'
  /** Default: 1. */
  first?: number
}

/** A series of document numbers. */
export interface Numbers {
  readonly name: string
  readonly problems: readonly string[]
  /**
   * Takes the next number. A rollback gives it back, and a dry run takes none.
   * @throws Error outside of a transaction.
   */
  take(em: EntityManager, options?: { at?: Date }): Promise<string>
}

/**
 * Declares a series of document numbers, such as those of invoices.
 *
 * @example
 * const invoiceNumbers = defineNumbers({ name: 'invoice', format: 'INV-{year}-{number:6}', restarts: 'yearly' })
 * const number = await invoiceNumbers.take(em)
 */
export function defineNumbers(parts: NumbersParts): Numbers {
  const { name, format, gapless = true, restarts, first = 1 } = parts
  const takeNumber = gapless ? takeGaplessNumber : takeSparseNumber
  return {
    name,
    problems: problemsOf(parts),
    async take(em, { at = now() } = {}) {
      if (!em.isInTransaction())
        throw new Error(`A number of ${name} was taken outside of a transaction. Call it in \`inTransaction(em, …)\`.`)
      const year = yearOf(at, shopOf(em).timeZone)
      const number = await takeNumber(em, { name, period: restarts ? year : '', first })
      return formatNumber(format, year, number)
    },
  }
}

const PLACEHOLDER = /\{(\w*)(?::(\d+))?\}/g

const formatNumber = (format: string, year: string, number: number): string =>
  format.replaceAll(PLACEHOLDER, (_, name: string, digits = '0') =>
    name === 'number' ? String(number).padStart(Number(digits), '0') : year.slice(name === 'yy' ? -2 : 0),
  )

const yearOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', { timeZone, year: 'numeric' }).format(at)

function problemsOf({ name, format, restarts, first = 1 }: NumbersParts): string[] {
  const placeholders = Array.from(format.matchAll(PLACEHOLDER), ([, placeholder]) => placeholder)
  const unknown = placeholders.filter((one) => !['year', 'yy', 'number'].includes(one ?? ''))
  return [
    ...(/^[a-z][a-z0-9_.-]{0,62}$/.test(name)
      ? []
      : ['have an invalid name. Use lower-case letters, such as invoice.']),
    ...(unknown.length > 0 ? [`have the unknown placeholder {${unknown[0]}}. Use {year}, {yy} and {number}.`] : []),
    ...(placeholders.filter((one) => one === 'number').length === 1 ? [] : ['need {number} once in their format.']),
    ...(restarts && !placeholders.some((one) => one !== 'number')
      ? ['restart each year, so two documents would have one number. Add {year} to the format.']
      : []),
    ...(Number.isSafeInteger(first) && first >= 0 ? [] : ['have an invalid `first`. Use an integer from 0.']),
  ]
}

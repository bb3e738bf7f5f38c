import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import type { ImportSourceResult } from '#entities/platform/batch-job/batch-job.ts'
import type { TableMapping } from '../mapping/mapping-fields.ts'

/** Answers that a file of another program does not contain. */
export interface ImportChoices {
  /** The currency of prices that name none, such as `eur`. */
  currency?: string | undefined
  /** Refuses the file if the shop stores prices in this currency the other way. */
  tax_included?: boolean | undefined
  /** The ids of the tax rates of each tax class, such as `reduced-rate`. Default: the rates with the same meaning. */
  tax_classes?: Readonly<Record<string, readonly string[]>> | undefined
  /** The fields of the columns of a table that no program wrote. Default: the saved mapping for the titles. */
  mapping?: TableMapping | undefined
}

/**
 * Returns the currency of prices that name none. Without a choice, it is the only currency of the shop.
 * @throws InvalidData if the choice is missing or unknown, or if the shop stores prices with the other kind of taxes.
 */
export async function importCurrency(
  em: EntityManager,
  { program, currency, tax_included }: ImportChoices & { program: string },
): Promise<ImportSourceResult> {
  const currencies = await selectCurrencies(em)
  const codes = currencies.map(({ code }) => code)
  const code = currency?.toLowerCase() ?? (codes.length === 1 ? codes[0] : undefined)
  if (code === undefined)
    throw new InvalidData(
      `This is a file of ${program}, and its prices name no currency. Choose one of ${codes.join(', ')}.`,
    ).because({ name: 'import_currency_needed', program, codes: codes.join(', ') })
  const found = currencies.find((one) => one.code === code)
  if (!found)
    throw new InvalidData(`The shop has no currency ${code}. Its currencies are ${codes.join(', ')}.`).because({
      name: 'import_currency_unknown',
      code,
      codes: codes.join(', '),
    })
  if (tax_included !== undefined && tax_included !== found.includes_tax)
    throw new InvalidData(
      `Prices in ${code.toUpperCase()} are stored ${found.includes_tax ? 'with' : 'without'} tax. Change this setting of the currency first.`,
    ).because({ name: 'import_tax_differs', code, includes_tax: found.includes_tax })
  return { program, currency_code: code, includes_tax: found.includes_tax }
}

/** The codes of the currencies of the shop, such as `eur`. The default one is the first. */
export async function currencyCodes(em: EntityManager): Promise<string[]> {
  const codes = (await selectCurrencies(em)).toSorted((a, b) => Number(b.is_default) - Number(a.is_default))
  return codes.map(({ code }) => code)
}

const selectCurrencies = statement<{ code: string; includes_tax: boolean; is_default: boolean }>(`
  select c.code, c.includes_tax, c.code = o.default_currency_code as is_default
  from store_currencies s join currency c on c.code = s.currency_code join store o on o.id = s.store_id
  order by c.code`)

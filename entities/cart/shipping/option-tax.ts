import { type Executor, statement } from '#database/statement.ts'
import { type LinkedRate, ratesFor, type TaxLine, taxInGross, taxOnNet } from '#entities/market/tax/tax.ts'

export interface OptionTax {
  price_incl_tax: number
  tax_rates: TaxLine[]
  tax_amount: number
}

export function computeOptionTax(amount: number, includesTax: boolean, tax_rates: TaxLine[]): OptionTax {
  const tax_amount = includesTax ? taxInGross(amount, tax_rates) : taxOnNet(amount, tax_rates)
  return { price_incl_tax: includesTax ? amount : amount + tax_amount, tax_rates, tax_amount }
}

/** Returns no taxes for options of a region that does not compute taxes automatically. */
export async function readOptionTaxes(em: Executor, ids: readonly string[]): Promise<Map<string, OptionTax>> {
  return taxesOf(await selectTaxedOptions(em, ids))
}

interface OptionFilter {
  region_id?: string | undefined
  is_return?: boolean | undefined
  profile_ids?: readonly string[] | undefined
}

/** Returns the options that customers may see, oldest first. */
export async function findOptionTaxes(
  em: Executor,
  { region_id, is_return, profile_ids }: OptionFilter,
): Promise<Map<string, OptionTax>> {
  return taxesOf(await selectShownOptions(em, region_id ?? null, is_return ?? null, profile_ids ?? null))
}

const taxesOf = (rows: readonly TaxedOption[]) =>
  new Map(rows.map((row) => [row.id, computeOptionTax(row.amount ?? 0, row.includes_tax, ratesOf(row))]))

const TAXED_OPTION = `select o.id, o.amount::float8 as amount, o.includes_tax, r.tax_rate, r.automatic_taxes, array(
    select jsonb_build_object('id', t.id, 'rate', t.rate, 'name', t.name, 'code', t.code)
    from shipping_tax_rate l join tax_rate t on t.id = l.rate_id
    where l.shipping_option_id = o.id order by t.created_at, t.id
  ) as linked
  from shipping_option o join region r on r.id = o.region_id`

const selectTaxedOptions = statement<TaxedOption>(`${TAXED_OPTION} where o.id = any($1::text[])`)

const selectShownOptions = statement<TaxedOption, [string | null, boolean | null, readonly string[] | null]>(`
  ${TAXED_OPTION} where o.deleted_at is null and not o.admin_only and ($1::text is null or o.region_id = $1)
    and ($2::boolean is null or o.is_return = $2) and ($3::text[] is null or o.profile_id = any($3))
  order by o.created_at, o.id`)

interface TaxedOption {
  id: string
  amount: number | null
  includes_tax: boolean
  tax_rate: number
  automatic_taxes: boolean
  linked: LinkedRate[]
}

const ratesOf = ({ automatic_taxes, linked, tax_rate }: TaxedOption) =>
  automatic_taxes ? ratesFor(linked, tax_rate) : []

import type { EntityManager } from '@mikro-orm/postgresql'
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
export async function readOptionTaxes(em: EntityManager, ids: readonly string[]): Promise<Map<string, OptionTax>> {
  const rows = await em.execute<TaxedOption[]>(
    `select o.id, o.amount::float8 as amount, o.includes_tax, r.tax_rate, r.automatic_taxes, array(
       select jsonb_build_object('id', t.id, 'rate', t.rate, 'name', t.name, 'code', t.code)
       from shipping_tax_rate l join tax_rate t on t.id = l.rate_id
       where l.shipping_option_id = o.id order by t.created_at, t.id
     ) as linked
     from shipping_option o join region r on r.id = o.region_id
     where o.id in (select jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(ids)],
  )
  return new Map(rows.map((row) => [row.id, computeOptionTax(row.amount ?? 0, row.includes_tax, ratesOf(row))]))
}

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

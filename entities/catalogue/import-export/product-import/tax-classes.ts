import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import type { BatchNotice, ImportTaxClass } from '#entities/platform/batch-job/batch-job.ts'
import { importNotice } from '../import-notice.ts'

interface ShopRate {
  id: string
  name: string
  code: string | null
  /** In percent. */
  rate: number
  region_id: string
  region: string
}

/**
 * Finds the tax classes of the staged rows and stages their rates: those of `choices`, or else the only rate of each region with the
 * same meaning. A choice names a rate by its id or its code.
 * @throws InvalidData for an unknown rate.
 */
export async function findTaxClasses(
  em: EntityManager,
  choices: Readonly<Record<string, readonly string[]>> = {},
): Promise<{ classes: ImportTaxClass[]; notices: BatchNotice[] }> {
  const found = await selectClasses(em)
  if (found.length === 0) return { classes: [], notices: [] }
  const rates = await selectRates(em)
  const named = found.map(({ name, products }) => {
    const chosen = Object.hasOwn(choices, name) ? chosenRates(name, choices[name]!, rates) : proposedRates(name, rates)
    return { name, products, chosen }
  })
  const pairs = named.flatMap(({ name, chosen }) => chosen.map(({ id }) => ({ class: name, rate_id: id })))
  await insertClasses(em, JSON.stringify(pairs))
  return {
    classes: named.map(({ name, products, chosen }) => ({ name, products, rate_ids: chosen.map(({ id }) => id) })),
    notices: named.map(({ name, products: count, chosen }) =>
      chosen.length > 0
        ? importNotice({ name: 'import_tax_class', tax_class: name, count, rates: chosen.map(textOf).join(', ') })
        : importNotice({ name: 'import_tax_class_open', tax_class: name, count }),
    ),
  }
}

const textOf = ({ name, rate, region }: ShopRate) => `${name} ${rate} % (${region})`

function chosenRates(name: string, texts: readonly string[], rates: readonly ShopRate[]): ShopRate[] {
  return texts.flatMap((text) => {
    const found = rates.filter(({ id, code }) => id === text || code === text)
    if (found.length > 0) return found
    throw new InvalidData(
      `The tax class ${name} needs tax rates of the shop. No tax rate has the id or code ${text}.`,
    ).because({ name: 'import_tax_rate_unknown', tax_class: name, rate: text })
  })
}

function proposedRates(name: string, rates: readonly ShopRate[]): ShopRate[] {
  const byRegion = Map.groupBy(rates, ({ region_id }) => region_id)
  return [...byRegion.values()].flatMap((ofRegion) => {
    const named = ofRegion.filter((rate) => [rate.code ?? '', rate.name].some((text) => keyOf(text) === keyOf(name)))
    const fitting = named.length > 0 ? named : ofRegion.filter((rate) => means(name, rate))
    return fitting.length === 1 ? fitting : []
  })
}

const keyOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

const ZERO = /^(none|zero|exempt|not taxable|0$)/i
const REDUCED = /reduc|ermä(ß|ss)igt|réduit|ridott|verlaagd|obniżon|nedsat|redusert/i

const means = (name: string, rate: ShopRate): boolean =>
  ZERO.test(name) ? rate.rate === 0 : REDUCED.test(name) && rate.rate > 0 && REDUCED.test(`${rate.name} ${rate.code}`)

const selectClasses = statement<{ name: string; products: number }>(`
  select tax_class as name, count(*)::int as products from import_row
  where is_first and tax_class <> '' group by tax_class order by tax_class`)

const selectRates = statement<ShopRate>(`
  select t.id, t.name, t.code, coalesce(t.rate, 0) as rate, t.region_id, r.name as region
  from tax_rate t join region r on r.id = t.region_id and r.deleted_at is null order by r.name, t.name, t.id`)

const insertClasses = statement(`
  insert into import_tax_class select * from jsonb_populate_recordset(null::import_tax_class, $1::jsonb)`)

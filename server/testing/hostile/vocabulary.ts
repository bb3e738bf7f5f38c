import type { MikroORM } from '@mikro-orm/postgresql'

export interface Vocabulary {
  /** Values for a field of a procedure, most of them valid. */
  wordsFor(field: string, procedure: string): readonly string[]
  /** Valid values for a field: IDs of existing rows if the field is an ID. */
  fittingWordsFor(field: string, procedure: string): readonly string[]
}

const KNOWN: Record<string, readonly string[]> = {
  email: ['ada@example.com', 'buyer1@example.com'],
  password: ['correct horse'],
  currency_code: ['eur', 'usd'],
  country_code: ['de', 'fr'],
  code: ['eur', 'TENOFF'],
  provider_id: ['manual', 'stripe'],
  type: ['percentage', 'fixed', 'refund', 'replace', 'product-import'],
  expand: ['items', 'region', 'items.variant.product', 'nothing'],
  fields: ['id', 'id,created_at', '+metadata', '-id'],
  order: ['created_at', '-created_at', 'title'],
  q: ['shirt', '%', 'a b'],
  url: ['https://example.com/hook'],
  date: ['2026-01-01T00:00:00.000Z'],
  starts_at: ['2026-01-01T00:00:00.000Z'],
  ends_at: ['2036-01-01T00:00:00.000Z'],
}

export async function vocabularyOf(orm: MikroORM, idsPerTable = 4): Promise<Vocabulary> {
  const ids = await idsByTable(orm, idsPerTable)
  const tables = [...ids.keys()]
  const some = [...ids.values()].flatMap((few) => few.slice(0, 1))
  const near = (word: string) =>
    tables.filter((table) => table === word || table.endsWith(`_${word}`) || table.startsWith(`${word}_`))
  const wordsFor = (field: string, procedure: string): readonly string[] => {
    const known = KNOWN[field]
    if (known) return known
    const word = wordOf(field, procedure)
    const right = word ? near(word).flatMap((table) => ids.get(table) ?? []) : []
    return right.length > 0 ? [...right, ...right, ...some] : word ? some : ['A text', 'x', `${field} 1`]
  }
  return {
    wordsFor,
    fittingWordsFor(field, procedure) {
      const word = wordOf(field, procedure) ?? ''
      const right = ids.get(word) ?? near(word).flatMap((table) => ids.get(table) ?? [])
      return KNOWN[field] || right.length === 0 ? wordsFor(field, procedure) : right
    },
  }
}

/** `variant_id` is the id of a variant. `id` of `admin.priceLists.get` is the id of a price list. */
function wordOf(field: string, procedure: string): string | undefined {
  const named = /^(.*)_ids?$/.exec(field)?.[1]
  if (named) return named
  if (field !== 'id' && field !== 'ids') return undefined
  const resource = procedure.split('.')[1] ?? ''
  const snake = resource.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return snake.replace(/ies$/, 'y').replace(/s$/, '')
}

async function idsByTable(orm: MikroORM, count: number): Promise<Map<string, string[]>> {
  const em = orm.em.fork()
  const tables = await em.execute<{ name: string }[]>(`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'id' and data_type in ('text', 'character varying')`)
  const each = tables.map(
    ({ name }) => `(select '${name}' as name, id from "${name}" order by random() limit ${count})`,
  )
  const rows = await em.execute<{ name: string; id: string }[]>(each.join(' union all '))
  return new Map(tables.map(({ name }) => [name, rows.filter((row) => row.name === name).map((row) => row.id)]))
}

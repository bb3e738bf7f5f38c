import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { CustomerRows, type FoundRows, type RowKey } from './customer-rows.ts'
import type { Person } from './find-person.ts'
import type { Link, PersonalTable } from './personal-tables.ts'
import { inKeys, keyParameters, keySql, quoteName, typeOf } from './row-sql.ts'

/** Notes and notifications name their row by this column, which has no foreign key. */
const RESOURCE_COLUMN = 'resource_id'

type Tables = ReadonlyMap<string, PersonalTable>

/**
 * Finds the rows of a person. A row belongs to the person if it has the e-mail address, or if a foreign key connects it
 * with another row of the person. A row with the id of another customer does not belong to the person.
 */
export async function findCustomerRows(em: EntityManager, tables: Tables, person: Person): Promise<CustomerRows> {
  const rows = new CustomerRows()
  let added = rows.add(await findFirstRows(em, tables, person))
  while (added.length > 0) {
    const related = rows.add(await findRelatedRows(em, tables, { person, rows: added }))
    added = related.length > 0 ? related : rows.add(await findRowsOfResources(em, tables, { person, ids: rows.ids() }))
  }
  return rows
}

async function findFirstRows(em: EntityManager, tables: Tables, { customers, email }: Person): Promise<FoundRows[]> {
  const found: FoundRows[] = [{ table: 'customer', keys: customers.map((id) => [id]) }]
  if (email === undefined) return found
  for (const table of tables.values())
    for (const [column, { contains }] of table.personal)
      if (contains === 'email') found.push(await selectRows(em, table, [`lower(t.${quoteName(column)}) = $1`, email]))
  return found
}

async function findRelatedRows(
  em: EntityManager,
  tables: Tables,
  { person, rows }: { person: Person; rows: readonly FoundRows[] },
): Promise<FoundRows[]> {
  const found: FoundRows[] = []
  for (const { table: name, keys } of rows) {
    const table = tables.get(name) as PersonalTable
    for (const referring of tables.values())
      for (const link of referring.links.filter(({ target }) => target === name))
        found.push(await findReferringRows(em, referring, { link, person, keys }))
    for (const link of table.links)
      if (link.target !== 'customer')
        found.push(
          await findReferencedRows(em, table, { target: tables.get(link.target) as PersonalTable, link, person, keys }),
        )
  }
  return found.filter(({ keys }) => keys.length > 0)
}

interface Step {
  link: Link
  person: Person
  keys: readonly RowKey[]
}

const findReferringRows = (em: EntityManager, table: PersonalTable, { link, person, keys }: Step): Promise<FoundRows> =>
  selectRows(em, table, [
    `t.${quoteName(link.column)} = any($1::text[]::${typeOf(table, link.column)}[]) and ${isNotOfOthers(table, 2)}`,
    keys.flat(),
    person.customers,
  ])

function findReferencedRows(
  em: EntityManager,
  table: PersonalTable,
  { target, link, person, keys }: Step & { target: PersonalTable },
): Promise<FoundRows> {
  const [id] = target.key
  const parameters = keyParameters(table, keys)
  // An order that was transferred to another customer keeps the cart of the guest.
  const condition = target.name === 'cart' ? 'true' : isNotOfOthers(target, parameters.length + 1)
  return selectRows(em, target, [
    `t.${quoteName(id?.name ?? 'id')} in (select s.${quoteName(link.column)} from ${quoteName(table.name)} s where ${inKeys(table, 's')})
      and ${condition}`,
    ...parameters,
    ...(condition === 'true' ? [] : [person.customers]),
  ])
}

async function findRowsOfResources(
  em: EntityManager,
  tables: Tables,
  { person, ids }: { person: Person; ids: readonly string[] },
): Promise<FoundRows[]> {
  const found: FoundRows[] = []
  for (const table of tables.values())
    if (table.columns.some(({ name }) => name === RESOURCE_COLUMN))
      found.push(
        await selectRows(em, table, [
          `t.${RESOURCE_COLUMN} = any($1::text[]) and ${isNotOfOthers(table, 2)}`,
          ids,
          person.customers,
        ]),
      )
  return found
}

function isNotOfOthers({ links }: PersonalTable, parameter: number): string {
  const owners = links.filter(({ target }) => target === 'customer').map(({ column }) => `t.${quoteName(column)}`)
  const known = `$${parameter}::text[]`
  const conditions = owners.map((column) => `(${column} is null or ${column} = any(${known}))`)
  return [`${known} is not null`, ...conditions].join(' and ')
}

async function selectRows(
  em: EntityManager,
  table: PersonalTable,
  [condition, ...parameters]: [condition: string, ...parameters: (string | readonly string[])[]],
): Promise<FoundRows> {
  const sql = `select ${keySql(table)} as key from ${quoteName(table.name)} t where ${condition}`
  const rows = await statement<{ key: RowKey }>(sql)(em, ...parameters)
  return { table: table.name, keys: rows.map(({ key }) => key) }
}

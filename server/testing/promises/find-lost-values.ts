import { isDeepStrictEqual } from 'node:util'
import { isSoftDeletable } from '#database/read/entity-metadata.ts'
import { FIELD_TABLES, type Field, type FieldTable, type FieldWriter } from '#entities/platform/field/field.ts'
import { targetOf } from '#entities/platform/field/target-of.ts'
import { FIELD_ENTITIES } from '#server/plugin/install-fields.ts'
import { type Target, targetsOf } from '../hostile/targets.ts'
import { type RunningShop, runShop } from '../run-shop.ts'
import { type Answer, callProcedure, type Headers, isAccepted, resultOf } from './call.ts'
import { nastyValues } from './field-values.ts'
import { filledDatabaseOf } from './filled-database.ts'
import type { SampleDatabase } from './sample-database.ts'
import type { Subject } from './subject.ts'

/** The procedures that change and read a row. */
interface Place {
  writer: FieldWriter
  change: string
  read: string
}

const admin = (router: string): Place => ({
  writer: 'admin',
  change: `admin.${router}.update`,
  read: `admin.${router}.get`,
})

/** Other tables have no procedure that changes a row of each state. */
const PLACES: { readonly [Table in FieldTable]?: Place } = {
  product: admin('products'),
  variant: { writer: 'admin', change: 'admin.products.updateVariant', read: 'admin.variants.get' },
  customer: admin('customers'),
  order: admin('orders'),
  region: admin('regions'),
  product_collection: admin('collections'),
  product_category: admin('productCategories'),
  shipping_option: admin('shippingOptions'),
  gift_card: admin('giftCards'),
  cart: { writer: 'store', change: 'store.carts.update', read: 'store.carts.get' },
  line_item: { writer: 'store', change: 'store.carts.updateLineItem', read: 'store.carts.get' },
}

/** Writes hostile values to each field of the plugin. Returns the values that a request accepts and the row does not keep. */
export async function findLostValues(subject: Subject): Promise<string[]> {
  const { fields = {} } = subject.plugin
  const tables = FIELD_TABLES.filter((table) => fields[table] && PLACES[table])
  if (tables.length === 0) return []
  const database = await filledDatabaseOf(subject)
  await using shop = await runShop(subject.parts, database.name, { logger: subject.faults.logger })
  const targets = new Map(targetsOf(subject.parts.routers.app).map((target) => [target.name, target]))
  const found: string[] = []
  for (const table of tables) {
    const place = PLACES[table]!
    const row = await rowIn(shop, database, table)
    const call = callOf(
      shop,
      targets,
      place.writer === 'admin' ? database.callers.administrator : database.callers.customer,
    )
    for (const [name, field] of Object.entries(fields[table] ?? {}))
      if (row && field.writableBy.includes(place.writer))
        found.push(
          ...(await faultsOf({ call, place, row, name, field })).map((fault) => `${table}.${name} ${fault}`),
          ...(await faultsOfRelation({ call, place, row, name, field }, shop)).map(
            (fault) => `${table}.${name} ${fault}`,
          ),
        )
  }
  return found
}

type Call = (procedure: string, input: object) => Promise<Answer>

const callOf =
  ({ urls }: RunningShop, targets: ReadonlyMap<string, Target>, headers: Headers): Call =>
  (procedure, input) =>
    callProcedure(urls[0], targets.get(procedure)!, { headers, input })

interface Row {
  id: string
  /** The ids in the input of a change. */
  change: object
  read: object
}

async function rowIn({ orm }: RunningShop, { samples }: SampleDatabase, table: FieldTable): Promise<Row | undefined> {
  const { cart_id, customer_id, order_ids, product_ids, variant_ids } = samples.customer
  const { tableName } = orm.getMetadata().get(FIELD_ENTITIES[table])
  const known = { cart: cart_id, customer: customer_id, order: order_ids[0], product: product_ids[0] }
  const wanted =
    (known as Partial<Record<FieldTable, string>>)[table] ?? (table === 'variant' ? variant_ids[0] : undefined)
  const where = table === 'line_item' ? `where cart_id = '${cart_id}'` : wanted ? `where id = '${wanted}'` : ''
  const [row] = await orm.em
    .fork()
    .execute<{ id: string; product_id?: string }[]>(`select * from "${tableName}" ${where} limit 1`)
  if (!row) return undefined
  const { id, product_id } = row
  if (table === 'line_item') return { id, change: { id: cart_id, line_id: id, quantity: 1 }, read: { id: cart_id } }
  return { id, change: table === 'variant' ? { id: product_id, variant_id: id } : { id }, read: { id } }
}

interface Written {
  call: Call
  place: Place
  row: Row
  name: string
  field: Field
}

async function faultsOf({ call, place, row, name, field }: Written): Promise<string[]> {
  const stored = async () => valueIn(resultOf(await call(place.read, row.read)), row.id, name)
  const found: string[] = []
  let after = await stored()
  for (const value of nastyValues(field)) {
    const before = after
    const answer = await call(place.change, { ...row.change, [name]: value })
    after = await stored()
    const shown = JSON.stringify(value)?.slice(0, 60)
    if (answer.status >= 500) found.push(`answered ${answer.status} to ${shown}`)
    else if (!isAccepted(answer) && !isDeepStrictEqual(before, after)) found.push(`refused ${shown} and changed`)
    else if (isAccepted(answer) && !isDeepStrictEqual(after, asJson(value)))
      found.push(`accepted ${shown} and keeps ${JSON.stringify(after)?.slice(0, 60)}`)
  }
  return found
}

/** A relation accepts the ID of a row, and no ID of a deleted one. */
async function faultsOfRelation({ call, place, row, name, field }: Written, { orm }: RunningShop): Promise<string[]> {
  const target = targetOf(field)
  if (!target || field.type === 'file') return []
  const meta = orm.getMetadata(target)
  const { tableName, primaryKeys } = meta
  const idIn = async (condition: string): Promise<string | undefined> => {
    const sql = `select "${primaryKeys[0]}" as id from "${tableName}" where ${condition} limit 1`
    return (await orm.em.fork().execute<{ id: string }[]>(sql))[0]?.id
  }
  const isSoftDeleted = isSoftDeletable(meta)
  const known = await idIn(isSoftDeleted ? 'deleted_at is null' : 'true')
  const deleted = isSoftDeleted ? await idIn('deleted_at is not null') : undefined
  const accepts = async (id: string | undefined) =>
    id !== undefined && isAccepted(await call(place.change, { ...row.change, [name]: id }))
  return [
    ...(known !== undefined && !(await accepts(known)) ? [`refused the ID of a row of ${tableName}`] : []),
    ...((await accepts(deleted)) ? [`accepted the ID of a deleted row of ${tableName}`] : []),
    ...((await accepts('missing')) ? [`accepted an ID that ${tableName} lacks`] : []),
  ]
}

/** As the answer has the value. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** The value of a property of the row with this id, anywhere in an answer. */
function valueIn(answer: unknown, id: string, name: string): unknown {
  if (typeof answer !== 'object' || answer === null) return undefined
  if ('id' in answer && answer.id === id && name in answer)
    return Object.entries(answer).find(([key]) => key === name)?.[1]
  for (const inner of Object.values(answer)) {
    const value = valueIn(inner, id, name)
    if (value !== undefined) return value
  }
  return undefined
}

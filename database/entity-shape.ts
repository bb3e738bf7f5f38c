import type {
  EntityClass,
  EntityDictionary,
  EntityManager,
  EntityMetadata,
  EntityProperty,
} from '@mikro-orm/postgresql'
import { type BoundStatement, statement } from './statement.ts'

export type EntityShape = ReturnType<typeof createShape>

const shapes = new Map<EntityClass<object>, EntityShape>()

export function shapeOf(em: EntityManager, entity: EntityClass<object>): EntityShape {
  const shape = shapes.get(entity) ?? createShape(entity, em.getMetadata(entity))
  shapes.set(entity, shape)
  return shape
}

function createShape(entity: EntityClass<object>, { tableName, props, primaryKeys, filters }: EntityMetadata) {
  const generated = props.filter((prop) => prop.defaultRaw && prop.default === undefined)
  const columns = props.filter((prop) => prop.kind === 'scalar' && prop.persist !== false && !generated.includes(prop))
  const names = columnList(columns)
  const changeable = columns.filter(({ name }) => !primaryKeys.includes(name as never))
  const table = `"${tableName}"`
  const returning = generated.length > 0 ? `returning ${columnList(generated)}` : ''
  const matches = (json: string) => primaryKeys.map((key) => `t."${key}" = ${json}->>'${key}'`).join(' and ')
  const bits = new Map(
    changeable.slice(0, BITS_OF_BIGINT).map(({ name }, position) => [name as string, 1n << BigInt(position)]),
  )
  const isChanged = (name: string) =>
    bits.has(name) ? `rows.changed & ${bits.get(name)} <> 0` : `rows.given -> '${name}' is not null`
  const assignments = changeable.map(
    ({ name, fieldNames: [column] }) =>
      `"${column}" = case when ${isChanged(name)} then r."${column}" else t."${column}" end`,
  )
  const update = (rows: string) => `
    update ${table} t set ${assignments.join(', ')}
    from ${rows} rows, json_populate_record(null::${table}, rows.given) r where ${matches('rows.given')}`
  return {
    table,
    keys: primaryKeys as readonly string[],
    // The prototype itself also has accessors for the unit of work, which are slow.
    methods: methodsOf(entity.prototype),
    columns,
    assertions: columns.flatMap(({ name, assertValue }: AssertedProperty) =>
      assertValue ? [[name as string, assertValue] as const] : [],
    ),
    times: columns.filter(({ runtimeType }) => runtimeType === 'Date').map(({ name }) => name as string),
    references: props.flatMap(({ kind, owner, targetMeta, reference }: ReferringProperty) =>
      targetMeta && (kind === 'm:1' || (kind === '1:1' && owner)) ? [targetMeta.class] : reference ? [reference] : [],
    ),
    isSoftDeleted: 'alive' in filters,
    insert: statement(
      `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1) ${returning}`,
    ),
    /** The bit of each of the first columns in the number of a change, which lists its columns. */
    bits,
    updateOne: statement(update('(select $1::json as given, $2::bigint as changed)')),
    updateAll: statement(update(limited('unnest($1::json[], $2::bigint[]) as given (given, changed)'))),
    remove: statement(
      `delete from ${table} t using ${limited('unnest($1::json[]) as given (given)')} rows where ${matches('rows.given')}`,
    ),
  }
}

/** Without the sign. An entity with fields of plugins can have more columns, which the JSON of a change lists. */
const BITS_OF_BIGINT = 63

/** The limit makes PostgreSQL expect one row and use the primary key. For more rows it would scan a small table. */
const limited = (rows: string) => `(select * from ${rows} limit cardinality($1::json[]))`

/** A column whose values have rules. The function throws an error for a value that breaks one. */
type AssertedProperty = EntityProperty & { assertValue?: (value: unknown) => void }

/** A column with the id of a row of another entity. */
type ReferringProperty = EntityProperty & { reference?: NonNullable<EntityProperty['targetMeta']>['class'] }

/** @throws Error for a value of `row` that breaks a rule of its column, unless `stored` has the same value. */
export function assertValues({ assertions }: EntityShape, row: object, stored?: object | null): void {
  for (const [name, assertValue] of assertions) {
    const value: unknown = Reflect.get(row, name)
    if (value != null && value !== (stored && Reflect.get(stored, name))) assertValue(value)
  }
}

const columnList = (columns: readonly EntityProperty[]) =>
  columns.map(({ fieldNames }) => `"${fieldNames[0]}"`).join(', ')

/** Returns the methods of a class without its accessors. */
export function methodsOf(prototype: object): object {
  if (prototype === Object.prototype) return {}
  const methods = methodsOf(Object.getPrototypeOf(prototype))
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (typeof property.value === 'function') Object.defineProperty(methods, name, property)
  return methods
}

export type NewRow<Entity> = EntityDictionary<Entity> & { id: string }

/** Identifies a row of the entity. MikroORM joins the columns of a key in the same way. */
export function keyOf({ keys }: EntityShape, row: object): string {
  const [first = '', ...others] = keys
  const key = String(Reflect.get(row, first))
  return others.length === 0 ? key : [key, ...others.map((name) => String(Reflect.get(row, name)))].join('~~~')
}

/** Inserts rows that `buildRow` returned, and returns the columns that PostgreSQL fills in. */
export function insertStatement<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  rows: readonly NewRow<Entity>[],
): BoundStatement<Partial<NewRow<Entity>>> {
  const { columns, insert } = shapeOf(em, entity)
  const stored = (rows as readonly Record<string, unknown>[]).map((row) => {
    const given: Record<string, unknown> = {}
    for (const { name } of columns) if (row[name] != null) given[name] = row[name]
    return given
  })
  return insert.with(JSON.stringify(stored)) as BoundStatement<Partial<NewRow<Entity>>>
}

import type { oas31 } from 'zod-openapi'
import type { FieldViewer } from '#entities/platform/field/field.ts'
import { fieldsOf } from '#entities/platform/field/installed-fields.ts'
import { tableOfResource } from '#routers/reading/define-resource.ts'

type Json = Record<string, unknown>

const SCHEMAS = '#/components/schemas/'

/**
 * Administrators and the store share schemas. The operations of the store get a copy without the fields that plugins hide from
 * it, and a copy and the schemas that refer to it have the prefix `Public`.
 */
export function hideFieldsFromStore(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const original = (document.components?.schemas ?? {}) as Record<string, Json>
  const schemas = Object.entries(original)
  const isAffected = affectedOf(schemas)
  if (isAffected.size === 0) return document
  const toPublic = (value: unknown): unknown =>
    mapRefs(value, (name) => (isAffected.has(name) ? `Public${name}` : name))
  const copies = schemas
    .filter(([name]) => isAffected.has(name))
    .map(([name, schema]) => [`Public${name}`, toPublic(withoutHidden(name, schema))] as const)
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => [
    path,
    path.startsWith('/store/') ? toPublic(operations) : operations,
  ])
  const all = new Map<string, unknown>([...schemas, ...copies])
  const used = usedSchemas(paths, all)
  const isUnchanged = (name: string) => Object.hasOwn(original, name) && !isAffected.has(name)
  const kept = Array.from(all).filter(([name]) => used.has(name) || isUnchanged(name))
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, schemas: Object.fromEntries(kept) },
  } as oas31.OpenAPIObject
}

const hiddenIn = (name: string): [string, FieldViewer][] => {
  const table = tableOfResource(name)
  const fields = table ? Array.from(fieldsOf(table), ([field, { visibleTo }]) => [field, visibleTo] as const) : []
  return fields.flatMap(([field, visibleTo]) => (visibleTo === 'public' ? [] : [[field, visibleTo]]))
}

/** The schemas with a hidden field, and the schemas that lead to one. */
function affectedOf(schemas: readonly [string, Json][]): Set<string> {
  const affected = new Set(schemas.flatMap(([name]) => (hiddenIn(name).length > 0 ? [name] : [])))
  for (let size = -1; size !== affected.size; ) {
    size = affected.size
    for (const [name, schema] of schemas) if (refsIn(schema).some((ref) => affected.has(ref))) affected.add(name)
  }
  return affected
}

/** The response has a field of the customer only for this customer. */
function withoutHidden(name: string, schema: Json): Json {
  const hidden = new Map(hiddenIn(name))
  const { properties = {}, required = [] } = schema as { properties?: Json; required?: string[] }
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => hidden.get(key) !== 'admin')),
    required: required.filter((key) => !hidden.has(key)),
  }
}

function usedSchemas(paths: unknown, schemas: ReadonlyMap<string, unknown>): Set<string> {
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    for (const name of refsIn(value)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas.get(name))
    }
  }
  visit(paths)
  return used
}

function refsIn(value: unknown): string[] {
  const refs: string[] = []
  mapRefs(value, (name) => {
    refs.push(name)
    return name
  })
  return refs
}

function mapRefs(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => mapRefs(one, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      key === '$ref' && typeof one === 'string' && one.startsWith(SCHEMAS)
        ? [key, `${SCHEMAS}${rename(one.slice(SCHEMAS.length))}`]
        : [key, mapRefs(one, rename)],
    ),
  )
}

import type { Relation, Resource } from './define-resource.ts'
import { markProjected } from './project.ts'

type Row = Record<string, unknown>

/**
 * A row as plain data: of all that it holds what its resource names, and of the rows in it what theirs do. Unlike `show`
 * it takes no selection: whoever put the row together has chosen.
 */
export function serializeRow<Shown>(resource: Resource, row: object): Shown {
  return markProjected(rowSerializerOf(resource)(row as Row)) as Shown
}

type RowSerializer = (row: Row) => Row

const rowSerializers = new WeakMap<Resource, RowSerializer>()

function rowSerializerOf(resource: Resource): RowSerializer {
  const picker = rowSerializers.get(resource) ?? generateSerializer(resource)
  rowSerializers.set(resource, picker)
  return picker
}

/**
 * Written out name by name, as one would by hand for each resource: where names are in variables, V8 looks each of them up
 * in every row, and a cart has some six hundred.
 */
function generateSerializer(resource: Resource): RowSerializer {
  const relations: Resource[] = []
  const { model } = resource
  const lines = [...model.columns, ...model.relations.keys()].map((name) => {
    const { storedName = name, resource: related }: Partial<Relation> = model.relations.get(name) ?? {}
    const place = related && relations.push(related) - 1
    const shown = related ? `pickRelated(relations[${place}], value)` : 'value'
    const [from, to] = [storedName, name].map((one) => JSON.stringify(one))
    return `if ((value = row[${from}]) !== undefined) picked[${to}] = ${storedName === name ? shown : `[${shown} ?? []].flat()`}`
  })
  const body = `let value; const picked = {}; ${lines.join('\n')}; return picked`
  return new Function('relations', 'pickRelated', `return (row) => { ${body} }`)(relations, serializeRelated)
}

function serializeRelated(related: Resource, value: unknown): unknown {
  if (value === null) return null
  const picker = rowSerializerOf(related)
  return Array.isArray(value) ? value.map((one) => picker(one)) : picker(value as Row)
}

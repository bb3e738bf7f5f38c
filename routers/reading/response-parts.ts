import { z } from 'zod'
import type { ProcedureDefinition, proceduresOf } from '../context/procedures-of.ts'
import type { ResponsePart, ResponseParts } from '../context/response-part.ts'
import { type Resource, relatedResource } from './define-resource.ts'
import { isRow } from './is-row.ts'
import { documentedSchemaOf } from './resource.ts'
import { isShown, markShown } from './show-row.ts'

/** Returns the parts of all responses of the store that contain resources of a kind. */
export const partsOfStore = <Kind>(
  procedures: ReturnType<typeof proceduresOf>,
  kindOf: (resource: Resource) => Kind | undefined,
): ResponseParts<Kind> =>
  new Map(
    procedures.flatMap(([path, definition]): [string, ResponsePart<Kind>][] => {
      const part = path.startsWith('store.') && partOfOutput(definition, kindOf)
      return part && part.parts.size > 0 ? [[withoutSide(path), part]] : []
    }),
  )

/** Returns a function that finds the part of the response of a procedure, by its path with the side. Looks at a procedure once. */
export function lazyPartsOf<Kind>(
  procedures: ReturnType<typeof proceduresOf>,
  kindOf: KindOf<Kind>,
): (path: string) => ResponsePart<Kind> | undefined {
  const definitions = new Map(procedures)
  const found = new Map<string, ResponsePart<Kind> | undefined>()
  return (path) => {
    const definition = definitions.get(path)
    if (!definition) return undefined
    if (!found.has(path)) found.set(path, partOfOutput(definition, kindOf))
    return found.get(path)
  }
}

/** Returns the part of a resource, for rows that no response has. */
export const partOfResource = <Kind>(resource: Resource, kindOf: KindOf<Kind>): ResponsePart<Kind> =>
  collectParts(resource, kindOf, new Map())

/** The paths of REST have no prefix. */
export const withoutSide = (path: string): string => path.replace(/^store\./, '')

type KindOf<Kind> = (resource: Resource) => Kind | undefined

function partOfOutput<Kind>({ output }: ProcedureDefinition, kindOf: KindOf<Kind>): ResponsePart<Kind> | undefined {
  if (!output) return undefined
  const known = new Map<z.core.$ZodType, ResponsePart<Kind>>()
  const part = collectParts(documentedSchemaOf(output), kindOf, known)
  // A relation can lead back to its row, so the relevant parts are found step by step.
  const relevant = new Set([...known.values()].filter(({ kind }) => kind))
  for (let size = -1; size !== relevant.size; ) {
    size = relevant.size
    for (const one of known.values())
      if ([...one.parts.values()].flat().some((next) => relevant.has(next))) relevant.add(one)
  }
  for (const { parts } of known.values())
    for (const [name, each] of parts) {
      const kept = each.filter((next) => relevant.has(next))
      if (kept.length > 0) parts.set(name, kept)
      else parts.delete(name)
    }
  return part
}

function collectParts<Kind>(
  schema: z.core.$ZodType,
  kindOf: KindOf<Kind>,
  known: Map<z.core.$ZodType, ResponsePart<Kind>>,
): ResponsePart<Kind> {
  const type = elementOf(schema)
  const existing = known.get(type)
  if (existing) return existing
  const resource = relatedResource(type)
  const part: ResponsePart<Kind> = { kind: resource && kindOf(resource), parts: new Map() }
  known.set(type, part)
  for (const [name, property] of propertiesOf(type, resource))
    part.parts.set(name, [...(part.parts.get(name) ?? []), collectParts(property, kindOf, known)])
  return part
}

function elementOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodArray) return elementOf(schema.element)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return elementOf(schema.unwrap())
  return schema
}

function propertiesOf(type: z.core.$ZodType, resource: Resource | undefined): [string, z.core.$ZodType][] {
  if (resource) return Array.from(resource.model.relations, ([name, relation]) => [name, relation.resource])
  if (type instanceof z.ZodObject) return Object.entries(type.shape)
  return type instanceof z.ZodUnion ? type.options.flatMap((option) => propertiesOf(option, undefined)) : []
}

type Row = Record<string, unknown>

/** How a row of a kind is shown. `context` goes down to its related rows. */
export type ShowKind<Kind, Context> = (row: Row, kind: Kind, context: Context) => { row: Row; context: Context }

/** Shows the rows of each kind. Returns `value` itself if nothing changes. */
export function showParts<Value, Kind, Context>(
  value: Value,
  part: ResponsePart<Kind>,
  how: { show: ShowKind<Kind, Context>; context: Context },
): Value
export function showParts(
  value: unknown,
  part: ResponsePart<unknown>,
  { show, context }: { show: ShowKind<unknown, unknown>; context: unknown },
): unknown {
  if (!isRow(value)) return value
  if (Array.isArray(value)) {
    const shown = value.map((one) => showParts(one, part, { show, context }))
    return shown.some((one, i) => one !== value[i]) ? shown : value
  }
  const own = part.kind ? show(value, part.kind, context) : { row: value, context }
  let shown: Row = own.row
  for (const [name, each] of part.parts)
    for (const next of each) {
      const related = showParts(shown[name], next, { show, context: own.context })
      if (related !== shown[name]) shown = { ...shown, [name]: related }
    }
  return shown === value || !isShown(value) ? shown : markShown(shown)
}

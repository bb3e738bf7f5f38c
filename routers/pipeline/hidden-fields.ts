import { experimental_standaloneMiddleware } from '@trpc/server'
import { InvalidData } from '#entities/errors.ts'
import { FIELD_TABLES, type FieldTable, type FieldViewer, seesField } from '#entities/platform/field/field.ts'
import { fieldsOf } from '#entities/platform/field/installed-fields.ts'
import type { Context, Identity, ResponseSaver } from '../context/context.ts'
import type { HiddenFields } from '../context/hidden-fields.ts'
import type { proceduresOf } from '../context/procedures-of.ts'
import type { ResponsePart, ResponseParts } from '../context/response-part.ts'
import type { Resource } from '../reading/define-resource.ts'
import { splitNames } from '../reading/field-list.ts'
import { partsOfStore, showParts, withoutSide } from '../reading/response-parts.ts'

/*
 * Resources are the same for administrators and the store, so the store removes the fields that a plugin hides from it: from
 * each response, and from `fields` and `order` of an input. The filters of its lists do not have them.
 */

export const hiddenFieldPartsOf = (procedures: ReturnType<typeof proceduresOf>): ResponseParts<HiddenFields> =>
  hidesFields() ? partsOfStore(procedures, hiddenFieldsOf) : new Map()

const OWNERS: { readonly [Table in FieldTable]?: string } = {
  customer: 'id',
  cart: 'customer_id',
  order: 'customer_id',
}

const hidesFields = (): boolean =>
  FIELD_TABLES.some((table) => [...fieldsOf(table).values()].some(({ visibleTo }) => visibleTo !== 'public'))

function hiddenFieldsOf({ model: { table } }: Resource): HiddenFields | undefined {
  if (!table) return undefined
  const all = Array.from(fieldsOf(table), ([name, { visibleTo }]) => [name, visibleTo] as const)
  const names = new Map(all.filter(([, visibleTo]) => visibleTo !== 'public'))
  return names.size > 0 || OWNERS[table] ? { names, owner: OWNERS[table] } : undefined
}

/** `own` if each response has only rows of the logged-in customer, and `any` if the rows name their customer. */
export const hideFields = (rows: 'own' | 'any') =>
  experimental_standaloneMiddleware<{
    ctx: Context & Identity & { saveResponse: ResponseSaver }
  }>().create(async ({ ctx, path, getRawInput, next }) => {
    const part = ctx.services.hiddenFieldParts.get(withoutSide(path))
    if (!part) return next()
    const { customer_id } = ctx
    const start: FieldViewer = rows === 'own' ? 'customer' : 'public'
    assertNamesNoHidden(await getRawInput(), part, {
      fields: customer_id === null ? start : 'customer',
      order: start,
    })
    const context: Viewer = { viewer: start, customer_id }
    const show = <Response>(response: Response) => showParts(response, part, { show: withoutHidden, context })
    const saveResponse: ResponseSaver = (em, response) => ctx.saveResponse(em, show(response))
    const result = await next({ ctx: { saveResponse } })
    return result.ok ? { ...result, data: show(result.data) } : result
  })

interface Viewer {
  viewer: FieldViewer
  customer_id: string | null
}

function withoutHidden(row: Record<string, unknown>, { names, owner }: HiddenFields, context: Viewer) {
  const { customer_id } = context
  const id = owner === undefined ? undefined : row[owner]
  const isKnown = typeof id === 'string' && customer_id !== null
  const viewer: FieldViewer = isKnown ? (id === customer_id ? 'customer' : 'public') : context.viewer
  const hidden = [...names].filter(([name, visibleTo]) => name in row && !seesField(viewer, { visibleTo }))
  const shown = { ...row }
  for (const [name] of hidden) delete shown[name]
  return { row: hidden.length > 0 ? shown : row, context: { viewer, customer_id } }
}

/** @throws InvalidData as for a name that does not exist. */
function assertNamesNoHidden(
  input: unknown,
  part: ResponsePart<HiddenFields>,
  viewers: { fields: FieldViewer; order: FieldViewer },
): void {
  const { fields, order } = (input ?? {}) as { fields?: unknown; order?: unknown }
  const names = typeof fields === 'string' ? splitNames(fields).map(withoutSign) : []
  const hidden = names.filter((name) => isHidden(name, part, viewers.fields))
  if (hidden.length > 0) throw new InvalidData(`Requested fields [${hidden.join(', ')}] are not valid`)
  if (typeof order === 'string' && isHidden(withoutSign(order), part, viewers.order))
    throw new InvalidData(`Order field ${withoutSign(order)} is not valid`)
}

const withoutSign = (name: string): string => name.replace(/^[+*-]/, '')

function isHidden(path: string, part: ResponsePart<HiddenFields>, viewer: FieldViewer): boolean {
  const steps = path.split('.')
  const column = steps.pop() ?? ''
  const rows = steps.reduce((parts, step) => parts.flatMap((one) => one.parts.get(step) ?? []), childrenOf(part))
  return rows.some(({ kind }) => {
    const visibleTo = kind?.names.get(column)
    return visibleTo !== undefined && !seesField(viewer, { visibleTo })
  })
}

/** The rows of the response. */
const childrenOf = ({ parts }: ResponsePart<HiddenFields>) => [...parts.values()].flat()

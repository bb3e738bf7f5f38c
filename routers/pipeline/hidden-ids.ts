import type { EntityClass } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware } from '@trpc/server'
import { Cart } from '#entities/cart/cart/cart.ts'
import { Forbidden } from '#entities/errors.ts'
import { DraftOrder } from '#entities/orders/draft-order/draft-order.ts'
import { Order } from '#entities/orders/order/order.ts'
import { OrderEdit } from '#entities/orders/order-edit/order-edit.ts'
import { Invite } from '#entities/people/invite/invite.ts'
import type { ProcedureContext, ResponseSaver } from '../context/context.ts'
import { adminProcedureName } from '../context/meta.ts'
import { isRow } from '../reading/is-row.ts'
import { PROTECTED_ENTITIES } from '../reading/protected-resources.ts'
import { mayRead, readsEverything, type Viewer } from '../reading/reach.ts'

/*
 * The id of an order, a draft order or a cart is the permission to read it. So a caller that may not read the row gets null in place
 * of the id and of the row, wherever they are in a response. Each id has the prefix of its entity.
 */

/** The ids of these rows need the resource. The id of a cart also opens its order, and an order edit names its order. */
const SECRET_IDS: readonly [EntityClass<object>, string][] = [
  [Cart, 'orders'],
  [DraftOrder, 'draftOrders'],
  [Order, 'orders'],
  [OrderEdit, 'orders'],
]

/** The called resource shows the rows of the entity, but not their ids. */
const ROWS_WITHOUT_IDS: ReadonlyMap<EntityClass<object>, string> = new Map<EntityClass<object>, string>([
  [Cart, 'draftOrders'],
  [OrderEdit, 'orderEdits'],
])

const ULID = '[0-9A-HJKMNP-TV-Z]{26}'

function patternOf(viewer: Viewer, entities: readonly EntityClass<object>[]): string | undefined {
  const metadata = viewer.services.orm.getMetadata()
  const prefixes = entities.map((entity) => {
    const { id } = metadata.get(entity).properties as { id?: { onCreate?: (row: object, em: object) => unknown } }
    return String(id?.onCreate?.({}, viewer.services.orm.em)).replace(/_[^_]*$/, '')
  })
  return prefixes.length > 0 ? `(?<![A-Za-z_])(?:${prefixes.join('|')})_${ULID}` : undefined
}

const cannotRead = (viewer: Viewer, rows: Iterable<readonly [EntityClass<object>, string]>): EntityClass<object>[] =>
  Array.from(rows).flatMap(([entity, resource]) => (mayRead(viewer, resource) ? [] : [entity]))

/** Returns whether an id belongs to a row that the caller may not read. */
export function hiddenIdTest(viewer: Viewer): (id: string) => boolean {
  const pattern = patternOf(viewer, cannotRead(viewer, [...PROTECTED_ENTITIES, ...SECRET_IDS, [Invite, 'invites']]))
  const hidden = pattern ? new RegExp(`^${pattern}$`) : undefined
  return (id) => Boolean(hidden?.test(id))
}

/** Returns a function that hides ids in a response. `called` is the resource of the procedure, whose rows stay. */
export function idMaskFor(viewer: Viewer, called: string): (<Value>(value: Value) => Value) | undefined {
  if (readsEverything(viewer)) return undefined
  const uncalled = ([, resource]: readonly [unknown, string]) => resource !== called
  const secrets = SECRET_IDS.filter(uncalled)
  const pattern = patternOf(viewer, cannotRead(viewer, secrets))
  if (!pattern) return undefined
  const rows = secrets.filter(([entity]) => ROWS_WITHOUT_IDS.get(entity) !== called)
  const rowPattern = patternOf(viewer, cannotRead(viewer, rows))
  const mask = { whole: new RegExp(`^${pattern}$`), part: new RegExp(pattern, 'g') }
  const isHiddenRow = rowPattern ? new RegExp(`^${rowPattern}$`) : undefined
  return (value) => hideIds(value, { ...mask, isHiddenRow })
}

/** Returns the admin resource of a procedure, such as `orders` for `admin.orders.list`. */
export const resourceNameOf = (path: string): string => adminProcedureName(path).replace(/\..*/, '')

/** For procedures of the administration. Saved responses of idempotency keys have the same values. */
export const hideUnreadableIds = experimental_standaloneMiddleware<{ ctx: ProcedureContext }>().create(
  async ({ ctx, path, next }) => {
    const hide = idMaskFor(ctx, resourceNameOf(path))
    if (!hide) return next()
    const saveResponse: ResponseSaver = (em, response) => ctx.saveResponse(em, hide(response))
    const result = await next({ ctx: { saveResponse } })
    return result.ok ? { ...result, data: hide(result.data) } : result
  },
)

interface Mask {
  whole: RegExp
  part: RegExp
  isHiddenRow: RegExp | undefined
}

function hideIds<Value>(value: Value, mask: Mask): Value
function hideIds(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask.whole.test(value) ? null : value.replace(mask.part, '…')
  if (!isRow(value) || value instanceof Date || ArrayBuffer.isView(value) || Symbol.asyncIterator in value) return value
  if (Array.isArray(value)) return value.filter((one) => !isHidden(one, mask)).map((one) => hideIds(one, mask))
  if (isHidden(value, mask)) return null
  if (typeof value.next_cursor === 'string') assertHarmlessCursor(value.next_cursor, mask)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hideIds(one, mask)]))
}

/** A cursor contains the value of the column that sorts the list. */
function assertHarmlessCursor(cursor: string, { part }: Mask): void {
  const position = Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString()
  if (position.search(part) >= 0)
    throw new Forbidden('You cannot sort by a column with ids of orders, draft orders or carts that you may not read')
}

const isHidden = (value: unknown, { isHiddenRow }: Mask): boolean =>
  isHiddenRow !== undefined && isRow(value) && typeof value.id === 'string' && isHiddenRow.test(value.id)

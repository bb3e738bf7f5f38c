import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { OrderEdit } from '#entities/order-edit/order-edit.ts'
import { readRow } from '../../schemas/list.ts'
import { answer } from '../../schemas/resource.ts'
import { editDefaults, OrderEditResource, type OrderEditView } from '../../schemas/resources/order-edit.ts'
import type { Wanted } from '../../schemas/selection.ts'

/** How edits are read by those who run the shop. What was deleted since is still in them. */
export const view = {
  entity: OrderEdit,
  resource: OrderEditResource,
  withDeleted: true,
  defaults: editDefaults(OrderEditResource),
}

export const withEdit = answer({ order_edit: OrderEditResource })

/** The edit; what was changed has to be flushed before. @throws NotFound */
export async function showEdit(
  em: EntityManager,
  id: string,
  wanted: Wanted = {},
): Promise<{ order_edit: OrderEditView }> {
  const order_edit = await readRow(em, wanted, { ...view, where: [{ id }] })
  if (!order_edit) throw new NotFound(`Order edit with id ${id} was not found`)
  return { order_edit }
}

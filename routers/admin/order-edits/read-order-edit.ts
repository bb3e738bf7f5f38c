import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import type { SelectionInput } from '../../reading/selection.ts'
import { editDefaults, OrderEditResource, type OrderEditView } from '../../resources/order-edit.ts'
import { adminMutation } from '../../row-mutation.ts'

export const orderEditReadOptions = {
  resource: OrderEditResource,
  withDeleted: true,
  defaults: editDefaults(OrderEditResource),
}

export const orderEditResponse = responseSchema({ order_edit: OrderEditResource })

export async function readOrderEdit(
  { em }: { em: EntityManager },
  id: string,
  selection: SelectionInput = {},
): Promise<{ order_edit: OrderEditView }> {
  const order_edit = await readRow(em, selection, { ...orderEditReadOptions, where: [{ id }] })
  if (!order_edit) throw new NotFound(`Order edit with id ${id} was not found`)
  return { order_edit }
}

export const orderEditMutation = adminMutation({ response: orderEditResponse, read: readOrderEdit })

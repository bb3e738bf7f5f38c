import { adminMutation } from '../../procedures/row-mutation.ts'
import { rowAnswer } from '../../reading/row-answer.ts'
import { editDefaults, OrderEditResource } from '../../resources/order-edit.ts'

export const orderEditReadOptions = {
  resource: OrderEditResource,
  withDeleted: true,
  defaults: editDefaults(OrderEditResource),
}

export const orderEditAnswer = rowAnswer(
  'order_edit',
  orderEditReadOptions,
  (id) => `Order edit with id ${id} was not found`,
)

export const orderEditMutation = adminMutation(orderEditAnswer)

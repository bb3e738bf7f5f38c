import { editDefaults, OrderEditResource } from '../../resources/order-edit.ts'
import { rowAnswer } from '../../row-answer.ts'
import { adminMutation } from '../../row-mutation.ts'

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

import { mergeRouters } from '../../procedures/trpc.ts'
import { orderEditCrud } from './crud.ts'
import { items } from './items.ts'
import { orderEditStates } from './order-edit-states.ts'

export const orderEdits = mergeRouters(orderEditCrud, items, orderEditStates)

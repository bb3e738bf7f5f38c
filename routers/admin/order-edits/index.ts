import { mergeRouters } from '../../trpc.ts'
import { crud } from './crud.ts'
import { items } from './items.ts'
import { states } from './states.ts'

export const orderEdits = mergeRouters(crud, items, states)

import { mergeRouters } from '../../procedures/trpc.ts'
import { itemCrud } from './crud.ts'
import { levels } from './levels.ts'

export const inventoryItems = mergeRouters(itemCrud, levels)

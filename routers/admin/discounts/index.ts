import { mergeRouters } from '../../procedures/trpc.ts'
import { conditions } from './conditions.ts'
import { discountCrud } from './crud.ts'
import { dynamicCodes } from './dynamic-codes.ts'
import { regions } from './regions.ts'
import { simulation } from './simulate.ts'
import { usage } from './usage.ts'

export const discounts = mergeRouters(discountCrud, regions, dynamicCodes, conditions, simulation, usage)

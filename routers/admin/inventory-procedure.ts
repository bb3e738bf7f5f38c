import { experimental_standaloneMiddleware } from '@trpc/server'
import { assertInventoryEnabled, NO_STOCK_LOCATIONS } from '#entities/market/store/inventory-mode.ts'
import type { ProcedureContext } from '../context/context.ts'
import { rowGet } from '../procedures/row-get.ts'
import { rowList } from '../procedures/row-list.ts'
import { rowDeletion, rowMutation } from '../procedures/row-mutation.ts'
import { adminProcedure } from '../procedures/trpc.ts'

const requireInventory = (message?: string) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext }>().create(async ({ ctx, next }) => {
    await assertInventoryEnabled(ctx.em, message)
    return next()
  })

/** For administrators of a shop with inventory enabled. */
export const inventoryProcedure = adminProcedure.use(requireInventory())
export const inventoryGet = rowGet(inventoryProcedure)
export const inventoryList = rowList(inventoryProcedure)
export const inventoryMutation = rowMutation(inventoryProcedure)
export const inventoryDeletion = rowDeletion(inventoryProcedure)

/** As `inventoryProcedure`, with the error message of stock locations. */
export const locationProcedure = adminProcedure.use(requireInventory(NO_STOCK_LOCATIONS))
export const locationGet = rowGet(locationProcedure)
export const locationList = rowList(locationProcedure)
export const locationMutation = rowMutation(locationProcedure)
export const locationDeletion = rowDeletion(locationProcedure)

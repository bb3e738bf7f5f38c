import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed } from '#entities/errors.ts'
import { shopOf } from '#entities/shop.ts'

/*
 * Each process remembers the mode of its shop. A cart is read with the version of the settings, and a new version
 * brings the mode, so carts and orders know it exactly. Elsewhere a process may believe for a while that inventory is
 * off: PostgreSQL then refuses its changes of the stock, and the process reads the mode again.
 */

/** Whether inventory is enabled. Once enabled, it stays enabled. Reads the database once in a process. */
export async function isInventoryEnabled(em: EntityManager): Promise<boolean> {
  return shopOf(em).inventory_enabled ?? (await readInventoryMode(em))
}

/** Whether the process knows that inventory is enabled. Exact after the settings of a cart have been read. */
export const hasInventory = (em: EntityManager): boolean => shopOf(em).inventory_enabled === true

/** Reads the database unless the process knows that inventory is enabled. @throws NotAllowed */
export async function assertInventoryEnabled(em: EntityManager, message = NO_INVENTORY): Promise<void> {
  if (!hasInventory(em) && !(await readInventoryMode(em)))
    throw new NotAllowed(message).because({ name: 'inventory_disabled' })
}

export function setInventoryMode(em: EntityManager, enabled: boolean): void {
  shopOf(em).inventory_enabled = enabled || hasInventory(em)
}

/** The next caller reads the mode from the database again. */
export function forgetInventoryMode(em: Pick<EntityManager, 'config'>): void {
  const shop = shopOf(em)
  if (shop.inventory_enabled === false) shop.inventory_enabled = undefined
}

async function readInventoryMode(em: EntityManager): Promise<boolean> {
  const [row] = await selectMode(em)
  setInventoryMode(em, row?.inventory_enabled ?? false)
  return hasInventory(em)
}

const selectMode = statement<{ inventory_enabled: boolean }>('select inventory_enabled from store')

const NO_INVENTORY = 'Inventory is not enabled. Please add an Inventory module to enable this functionality.'

export const NO_STOCK_LOCATIONS =
  'Stock Locations are not enabled. Please add a Stock Location module to enable this functionality.'

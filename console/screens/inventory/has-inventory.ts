import type { RouterOutputs } from '#client/index.ts'

type Store = RouterOutputs['admin']['store']['get']['store']

/** Whether the shop counts goods at locations. */
export const hasInventory = ({ modules = [] }: Store): boolean =>
  modules.some(({ module }) => module === 'inventoryService')

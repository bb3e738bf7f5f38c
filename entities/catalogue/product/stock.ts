export interface Stock {
  allow_backorder: boolean
  manage_inventory: boolean
  inventory_quantity: number
  /** False for a variant without an inventory item, if inventory is enabled. */
  is_counted?: boolean | undefined
}

export const isCovered = (
  { allow_backorder, manage_inventory, inventory_quantity, is_counted }: Stock,
  units: number,
): boolean => allow_backorder || !manage_inventory || is_counted === false || inventory_quantity >= units

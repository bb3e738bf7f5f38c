export interface Stock {
  allow_backorder: boolean
  manage_inventory: boolean
  inventory_quantity: number
}

export const isCovered = ({ allow_backorder, manage_inventory, inventory_quantity }: Stock, pieces: number): boolean =>
  allow_backorder || !manage_inventory || inventory_quantity >= pieces

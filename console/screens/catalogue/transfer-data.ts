const DATA = ['products', 'customers', 'orders'] as const

/** What the screen of imports and exports shows. */
export const transferDataOf = (text: unknown) => DATA.find((one) => one === text)

/** The actions of the palette. Each `word` is in `strings/palette.ts`. */
export const paletteActions = [
  { path: '/customers/new', word: 'newCustomer' },
  { path: '/orders?export=true', word: 'exportOrders' },
] as const

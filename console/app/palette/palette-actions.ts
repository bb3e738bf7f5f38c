/** The actions of the palette, with the procedures that they need. Each `word` is in `strings/palette.ts`. */
export const paletteActions = [
  { path: '/customers/new', word: 'newCustomer', needs: 'customers.create' },
  { path: '/orders?export=true', word: 'exportOrders', needs: 'batchJobs.create' },
] as const

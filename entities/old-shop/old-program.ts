/** The programs whose customers and orders the shop can import. */
export const OLD_PROGRAMS = { shopify: 'Shopify', woocommerce: 'WooCommerce' } as const
export type OldProgram = keyof typeof OLD_PROGRAMS

/** The name of a variant in a list. A product without options has one variant, which has the title of the product. */
export const variantName = (product: string | undefined, variant: string, separator = ' – '): string =>
  product === undefined || product === variant ? variant : `${product}${separator}${variant}`

/** A product to be made, with two options and two variants, one of which has a price. */
export const shirt = (over = {}) => ({
  title: 'Blue Café Shirt',
  options: [{ title: 'Size' }, { title: 'Colour' }],
  variants: [
    { title: 'S', sku: 'shirt-s', prices: [{ currency_code: 'EUR', amount: 1000 }], options: values('S', 'blue') },
    { title: 'M', prices: [], options: values('M', 'blue') },
  ],
  ...over,
})

/** What a variant has of the options of its product, in their order. */
export const values = (...of: string[]) => of.map((value) => ({ value }))

/** A product to be made, with two options and two variants, one of which has a price. */
export const shirtInput = (over = {}) => ({
  title: 'Blue Café Shirt',
  options: [{ title: 'Size' }, { title: 'Colour' }],
  variants: [
    {
      title: 'S',
      sku: 'shirt-s',
      prices: [{ currency_code: 'EUR', amount: 1000 }],
      options: optionValues('S', 'blue'),
    },
    { title: 'M', prices: [], options: optionValues('M', 'blue') },
  ],
  ...over,
})

/** What a variant has of the options of its product, in their order. */
export const optionValues = (...of: string[]) => of.map((value) => ({ value }))

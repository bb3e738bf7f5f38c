/** The input for a product with two options and two variants. Only the first variant has a price. */
export const productInput = (overrides = {}) => ({
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
  ...overrides,
})

export const optionValues = (...values: string[]) => values.map((value) => ({ value }))

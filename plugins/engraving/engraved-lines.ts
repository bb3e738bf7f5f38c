import { defineSettings, field, LineItem, NotAllowed, type Prices, type Rule, rowWithFields } from 'cartwright'
import { z } from 'zod'

export const fields = {
  product: {
    /** A drawing of the place of the text, for the workshop. */
    engraving_template: field.file({
      accept: ['application/pdf', 'image/png', 'image/svg+xml'],
      label: { en: 'Engraving template', de: 'Gravurvorlage' },
      visibleTo: 'admin',
      writableBy: ['admin'],
    }),
  },
  line_item: { engraving: field.text({ maxLength: 40, writableBy: ['store', 'admin'], personal: true }) },
}

export const settings = defineSettings({
  /** The price of an engraving per unit, in minor units without tax. */
  ENGRAVING_PRICE: z.coerce.number().int().nonnegative().default(500),
})

export const textOf = (line: object): string | null => rowWithFields(line, fields.line_item).engraving

export const chargeEngravings: Prices = ({ cart, ...shop }) => {
  const { ENGRAVING_PRICE } = settings.of(shop)
  const engraved = cart.items.filter((line) => textOf(line))
  return engraved.map((line) => ({ line, amount: ENGRAVING_PRICE * line.quantity, description: 'Engraving' }))
}

export const refuseReturns: Rule<'return.request'> = async ({ em, request }) => {
  const lines = await em.find(LineItem, { id: { $in: request.items.map(({ item_id }) => item_id) } })
  if (lines.some(textOf)) throw new NotAllowed('Engraved items cannot be returned')
}

import { Migration } from '@mikro-orm/migrations'
import { definePlugin, field, NotAllowed, rowWithFields } from 'cartwright'

class AddGiftNotes extends Migration {
  override up(): void {
    this.addSql('alter table line_item add gift_note text')
  }
}

const fields = {
  line_item: { gift_note: field.text({ maxLength: 200, writableBy: ['store', 'admin'], personal: true }) },
}

/** A customer writes a note for the recipient of an item. */
export const giftNotes = definePlugin({
  name: 'gift-notes',
  cartwright: '^0.1.0',
  fields,
  migrations: [AddGiftNotes],
  rules: {
    'cart.complete': ({ cart }) => {
      const notes = cart.items.map((line) => rowWithFields(line, fields.line_item).gift_note)
      if (notes.some((note) => note?.includes('://'))) throw new NotAllowed('A gift note must not contain a link')
    },
  },
})

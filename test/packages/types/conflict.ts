import { definePlugin, defineShop, field } from 'cartwright'

const engraving = definePlugin({ name: 'engraving', fields: { line_item: { engraving: field.text() } } })
const laser = definePlugin({ name: 'laser', fields: { line_item: { engraving: field.integer() } } })
defineShop({ plugins: [engraving, laser] })

import { field } from 'cartwright'

export const fields = { line_item: { engraving: field.text({ maxLength: 40, writableBy: ['store', 'admin'] }) } }

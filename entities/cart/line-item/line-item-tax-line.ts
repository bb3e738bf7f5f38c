import { defineEntity, p } from '@mikro-orm/postgresql'
import { double, id, metadata, timestamps } from '#entities/base.ts'
import { LineItem } from './line-item.ts'

const LineItemTaxLineSchema = defineEntity({
  name: 'LineItemTaxLine',
  tableName: 'line_item_tax_line',
  properties: {
    id: id('litl'),
    ...timestamps(),
    ...metadata(),
    item_id: p.text().index(),
    rate: double(),
    name: p.text(),
    code: p.text().nullable(),
    item: () => p.manyToOne(LineItem).joinColumn('item_id').persist(false).nullable(),
  },
})

export class LineItemTaxLine extends LineItemTaxLineSchema.class {}
LineItemTaxLineSchema.setClass(LineItemTaxLine)

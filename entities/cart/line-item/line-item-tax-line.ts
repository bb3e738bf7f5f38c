import { defineEntity, p } from '@mikro-orm/postgresql'
import { double, id, notPersonal, personalMetadata, timestamps } from '#entities/base.ts'
import { LineItem } from './line-item.ts'

const LineItemTaxLineSchema = defineEntity({
  name: 'LineItemTaxLine',
  tableName: 'line_item_tax_line',
  properties: {
    id: id('litl'),
    ...timestamps(),
    ...personalMetadata(),
    item_id: p.text().index(),
    rate: double(),
    name: notPersonal(p.text()),
    code: notPersonal(p.text().nullable()),
    item: () => p.manyToOne(LineItem).joinColumn('item_id').persist(false).nullable(),
  },
})

export class LineItemTaxLine extends LineItemTaxLineSchema.class {}
LineItemTaxLineSchema.setClass(LineItemTaxLine)

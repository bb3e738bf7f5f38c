import { defineEntity, p } from '@mikro-orm/postgresql'
import { Region } from './region.ts'

const CountrySchema = defineEntity({
  name: 'Country',
  tableName: 'country',
  properties: {
    id: p.integer().unique(),
    iso_2: p.text().primary(),
    iso_3: p.text(),
    num_code: p.integer(),
    name: p.text(),
    display_name: p.text(),
    region_id: p.text().nullable().index(),
    region: () => p.manyToOne(Region).joinColumn('region_id').persist(false).nullable(),
  },
})

export class Country extends CountrySchema.class {}
CountrySchema.setClass(Country)

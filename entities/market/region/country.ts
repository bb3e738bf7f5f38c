import { defineEntity, p } from '@mikro-orm/postgresql'
import { Duplicate } from '#entities/errors.ts'
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

export class Country extends CountrySchema.class {
  joinRegion(regionId: string): void {
    if (this.region_id && this.region_id !== regionId)
      throw new Duplicate(`${this.display_name} already exists in region ${this.region_id}`)
        .about('countries')
        .because({ name: 'country_in_other_region', country: this.display_name })
    this.region_id = regionId
  }
}
CountrySchema.setClass(Country)

import { p } from '@mikro-orm/postgresql'

export const physical = () => ({
  weight: p.integer().nullable(),
  length: p.integer().nullable(),
  width: p.integer().nullable(),
  height: p.integer().nullable(),
  hs_code: p.text().nullable(),
  origin_country: p.text().nullable(),
  mid_code: p.text().nullable(),
  material: p.text().nullable(),
})

export type PhysicalColumn = keyof ReturnType<typeof physical>

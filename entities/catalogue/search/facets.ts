import { z } from 'zod'

/** A facet has the name of the filter that selects its values. */
export const FACETS = ['category_id', 'collection_id', 'type_id', 'tags', 'options', 'price'] as const
export type FacetName = (typeof FACETS)[number]

const count = z.int().min(0)
const price = z.int().min(0)
const named = z.array(z.object({ id: z.string(), name: z.string(), count }))

/** The values of facets and the number of products with each. */
export const FacetsSchema = z
  .object({
    category_id: named.optional(),
    collection_id: named.optional(),
    type_id: named.optional(),
    tags: named.optional(),
    options: z.array(z.object({ title: z.string(), value: z.string(), count })).optional(),
    price: z
      .object({
        min: price.nullable(),
        max: price.nullable(),
        ranges: z.array(z.object({ gte: price.optional(), lt: price.optional(), count })),
      })
      .optional(),
  })
  .meta({ id: 'ProductFacets' })

export type Facets = z.output<typeof FacetsSchema>

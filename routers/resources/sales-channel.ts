import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToMany, toMany } from '../reading/resource.ts'

/** The wire format knows them, the shop has none. */
const StockLocationResource = resource('StockLocation', { id: z.string() })

export const SalesChannelResource = resource(
  'SalesChannel',
  {
    id: z.string(),
    ...timestamps,
    ...softDelete,
    ...metadata,
    name: z.string(),
    description: z.string().nullable(),
    is_disabled: z.boolean(),
  },
  {
    get locations(): ToMany<StockLocationView> {
      return toMany(StockLocationResource)
    },
  },
)
export interface SalesChannelView extends z.output<typeof SalesChannelResource> {}
interface StockLocationView extends z.output<typeof StockLocationResource> {}

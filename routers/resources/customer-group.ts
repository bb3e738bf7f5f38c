import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource } from '../reading/resource.ts'

export const CustomerGroupResource = resource('CustomerGroup', {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  name: z.string(),
})
export interface CustomerGroupView extends z.output<typeof CustomerGroupResource> {}

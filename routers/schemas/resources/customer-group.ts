import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../common.ts'
import { resource } from '../resource.ts'

export const CustomerGroupResource = resource('CustomerGroup', {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  name: z.string(),
})
export interface CustomerGroupView extends z.output<typeof CustomerGroupResource> {}

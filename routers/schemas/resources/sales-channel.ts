import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../common.ts'
import { resource } from '../resource.ts'

export const SalesChannelResource = resource('SalesChannel', {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  name: z.string(),
  description: z.string().nullable(),
  is_disabled: z.boolean(),
})
export interface SalesChannelView extends z.output<typeof SalesChannelResource> {}

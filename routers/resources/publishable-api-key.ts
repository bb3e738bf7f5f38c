import { z } from 'zod'
import { timestamps } from '../inputs/common.ts'
import { resource } from '../reading/resource.ts'

export const PublishableApiKeyResource = resource('PublishableApiKey', {
  id: z.string(),
  ...timestamps,
  title: z.string(),
  created_by: z.string().nullable(),
  revoked_by: z.string().nullable(),
  revoked_at: z.date().nullable(),
})

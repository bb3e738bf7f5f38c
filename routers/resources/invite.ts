import { z } from 'zod'
import { USER_ROLES } from '#entities/people/user/user.ts'
import { metadata, timestamps } from '../inputs/common.ts'
import { resource } from '../reading/resource.ts'

/** An invitation as it is stored. Its token is not stored. */
export const InviteResource = resource('Invite', {
  id: z.string(),
  ...timestamps,
  ...metadata,
  user_email: z.string(),
  role: z.enum(USER_ROLES),
  expires_at: z.date(),
})

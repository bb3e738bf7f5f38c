import { z } from 'zod'
import { USER_ROLES } from '#entities/user/user.ts'
import { metadata, timestamps } from '../common.ts'
import { resource } from '../resource.ts'

/** An invitation as it is stored. Its token is in nobody's hands but those of whoever was invited. */
export const InviteResource = resource('Invite', {
  id: z.string(),
  ...timestamps,
  ...metadata,
  user_email: z.string(),
  role: z.enum(USER_ROLES),
  expires_at: z.date(),
})

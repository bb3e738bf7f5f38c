import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../common.ts'
import { type One, one, resource } from '../resource.ts'
import { UserResource, type UserView } from './user.ts'

export const NoteResource = resource(
  'Note',
  {
    id: z.string(),
    ...timestamps,
    ...softDelete,
    ...metadata,
    value: z.string(),
    resource_type: z.string(),
    resource_id: z.string(),
    author_id: z.string().nullable(),
  },
  {
    get author(): One<UserView> {
      return one(UserResource)
    },
  },
)

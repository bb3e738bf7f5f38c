import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToOne, toOne } from '../reading/resource.ts'
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
    get author(): ToOne<UserView> {
      return toOne(UserResource)
    },
  },
)

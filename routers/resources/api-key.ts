import { ApiKey } from '#entities/people/api-key/api-key.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toOne } from '../reading/define-resource.ts'
import { UserResource } from './user.ts'

/** API key without its secret. Only a response that creates the key or rotates its secret contains the secret. */
export const ApiKeyResource = defineResource({
  name: 'ApiKey',
  entity: ApiKey,
  columns: columnsOf(ApiKey),
  relations: () => ({ created_by_user: toOne(UserResource) }),
})

import { PublishableApiKey } from '#entities/market/publishable-api-key/publishable-api-key.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource } from '../reading/define-resource.ts'

export const PublishableApiKeyResource = defineResource({
  name: 'PublishableApiKey',
  entity: PublishableApiKey,
  columns: columnsOf(PublishableApiKey),
})

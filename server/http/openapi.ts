import type { AnyRouter } from '@trpc/server'
import { z } from 'zod'
import { createDocument, type oas31, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Access } from '#routers/context/meta.ts'
import { type ProcedureDefinition, proceduresOf } from '#routers/context/procedures-of.ts'
import { documentedSchemaOf } from '#routers/reading/resource.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { hideFieldsFromStore } from './openapi-hidden-fields.ts'
import { requestPartsOf } from './openapi-input.ts'
import { inlineNamelessSchemas, overrideJsonSchema } from './openapi-schemas.ts'

export function openApiDocument(appRouter: AnyRouter): oas31.OpenAPIObject {
  const paths: ZodOpenApiPathsObject = {}
  const tags = new Set<string>()
  for (const [name, definition] of proceduresOf(appRouter)) {
    if (!definition.meta?.openapi) continue
    const { method, path } = definition.meta.openapi
    const operation = operationOf(name, definition)
    const at = `/${name.split('.')[0]}${path}`
    paths[at] = { ...paths[at], [method.toLowerCase()]: operation }
    for (const tag of operation.tags ?? []) tags.add(tag)
  }
  const { license } = packageJson
  const document = inlineNamelessSchemas(
    createDocument(
      {
        openapi: '3.1.1',
        info: { title: 'Cartwright', version: VERSION, license: { name: license, identifier: license }, description },
        servers: [{ url: '/' }],
        tags: Array.from(tags, (tag) => ({ name: tag })),
        paths,
        components: { securitySchemes },
      },
      { override: overrideJsonSchema },
    ),
  )
  return hideFieldsFromStore(document)
}

/** The version of the REST API, not of the package. */
const VERSION = '1.0.0'

const description = `The REST API of the shop. The same operations are tRPC procedures at \`/trpc\`, under the name of their \`operationId\`.

- **Login.** \`POST /admin/auth\` and \`POST /store/auth\` set a session cookie. \`POST /admin/auth/token\` and \`POST /store/auth/token\` return a token
  for \`Authorization: Bearer\`. API keys are sent in the same header. Most paths below \`/store\` need no login.
- **Amounts** are integers in minor units: 1250 usd is $12.50, and 1250 jpy is ¥1,250. Rates are percentages.
- **Lists** take \`limit\` and \`offset\`, and return \`count\`. \`fields\` and \`expand\` select columns and relations.
- **Errors** are \`{ type, message }\`. A request that failed with 4xx has changed nothing. A repeated request with the same
  \`Idempotency-Key\` has one effect.`

function operationOf(
  name: string,
  { type, meta = {}, inputs, output }: ProcedureDefinition,
): ZodOpenApiOperationObject {
  const { method = 'GET', path = '/', summary, description: about } = meta.openapi ?? {}
  const { access = 'open', status = 200, accepts, takesPublishableKey, noDryRun } = meta
  const changes = type === 'mutation'
  const hasDryRun = changes && access === 'admin' && !noDryRun
  const { parameters, body } = requestPartsOf(inputs, { method, path })
  return {
    operationId: name,
    tags: [tagOf(name)],
    ...(summary ? { summary } : {}),
    ...(about ? { description: about } : {}),
    security: security[access],
    parameters: [
      ...parameters,
      ...(name.startsWith('store.') ? [Locale, AcceptLanguage] : []),
      ...(takesPublishableKey ? [PublishableKey] : []),
      ...(changes ? [IdempotencyKey] : []),
      ...(hasDryRun ? [DryRunHeader] : []),
    ],
    ...(accepts === 'files' ? { requestBody: multipartRequestBody } : {}),
    ...(body ? { requestBody: { required: isRequired(body), content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      [`${status}`]: status === 204 ? { description: 'Done' } : successResponse(output),
      400: errorResponses[400],
      ...(changes || access !== 'open' ? { 401: errorResponses[401] } : {}),
      404: errorResponses[404],
      409: errorResponses[409],
      ...(accepts === 'files' ? { 413: errorResponses[413] } : {}),
      422: errorResponses[422],
      429: errorResponses[429],
      500: errorResponses[500],
      503: errorResponses[503],
    },
  }
}

const successResponse = (output: z.ZodType | undefined) => ({
  description: 'Done',
  content: { [isTextOutput(output) ? 'text/plain' : 'application/json']: { schema: documentedSchema(output) } },
})

const documentedSchema = (output: z.ZodType | undefined) => (output ? documentedSchemaOf(output) : z.unknown())
const isTextOutput = (output: z.ZodType | undefined) => output instanceof z.ZodLiteral || output instanceof z.ZodString

const multipartRequestBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { files: { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1 } },
        required: ['files'],
        additionalProperties: false,
      },
    },
  },
} satisfies ZodOpenApiOperationObject['requestBody']

function tagOf(name: string): string {
  const [side = '', resource = ''] = name.split('.')
  const words = resource.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${side.charAt(0).toUpperCase()}${side.slice(1)} ${words}`
}

const isRequired = (schema: z.ZodType) => !schema.safeParse({}).success

const IdempotencyKey = z
  .string()
  .optional()
  .meta({
    param: {
      id: 'IdempotencyKey',
      in: 'header',
      name: 'Idempotency-Key',
      description: 'A repeated request with the same key returns the first response and is not executed again.',
    },
  })

const DryRunHeader = z
  .enum(['true', 'false'])
  .optional()
  .meta({
    param: {
      id: 'DryRun',
      in: 'header',
      name: 'x-dry-run',
      description:
        'If true, the server rolls the operation back. The response then contains `response`, the body of the operation, and `changes`, the rows that would change.',
    },
  })

const Locale = z
  .string()
  .optional()
  .meta({
    param: {
      id: 'Locale',
      in: 'query',
      name: 'locale',
      description: 'The language of the texts in the response, such as `de`. Comes before `Accept-Language`.',
    },
  })

const AcceptLanguage = z
  .string()
  .optional()
  .meta({
    param: {
      id: 'AcceptLanguage',
      in: 'header',
      name: 'Accept-Language',
      description: 'The languages that the caller understands. `Content-Language` names the language of the response.',
    },
  })

const PublishableKey = z
  .string()
  .optional()
  .meta({
    param: {
      id: 'PublishableKey',
      in: 'header',
      name: 'x-publishable-api-key',
      description: 'Limits the response to the sales channels of this key. An unknown or revoked key is ignored.',
    },
  })

const ErrorResponse = z
  .object({
    code: z
      .string()
      .optional()
      .meta({ description: 'More specific than the type, for example insufficient_inventory' }),
    type: z.string(),
    message: z.string(),
  })
  .meta({ id: 'Error' })

const errorResponse = (id: string, about: string) => ({
  id,
  description: about,
  content: { 'application/json': { schema: ErrorResponse } },
})

const errorResponses = {
  400: errorResponse('BadRequest', 'The input is not valid, or the operation is not allowed in the current state'),
  401: errorResponse('Unauthorized', 'Not authenticated'),
  404: errorResponse('NotFound', 'Not found'),
  409: errorResponse('Conflict', 'Conflict with a concurrent request. Repeat the request.'),
  413: errorResponse('TooLarge', 'The request is too large'),
  422: errorResponse('Unprocessable', 'Duplicate, or payment declined'),
  429: errorResponse('TooManyRequests', 'Too many requests. `Retry-After` is the number of seconds to wait.'),
  500: errorResponse('Fault', 'Internal error'),
  503: errorResponse('Unavailable', 'Temporarily unavailable. `Retry-After` is the number of seconds to wait.'),
}

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'connect.sid', description: 'The session cookie, set at login' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An access token of a user or a customer, or an API key' },
  accessToken: { type: 'apiKey', in: 'header', name: 'x-medusa-access-token', description: 'The API token of a user' },
} as const

const security: Record<Access, oas31.SecurityRequirementObject[]> = {
  open: [],
  customer: [{ session: [] }, { bearer: [] }],
  admin: [{ session: [] }, { bearer: [] }, { accessToken: [] }],
}

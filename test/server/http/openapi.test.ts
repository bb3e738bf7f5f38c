import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import { appRouter } from '#routers/index.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { sampleRouter } from '#test/support/sample-api.ts'

interface Operation {
  operationId: string
  tags: string[]
  security: object[]
  parameters: { in: string; name: string; required?: boolean; style?: string; schema: Record<string, unknown> }[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: Record<string, unknown> } } }
  responses: Record<string, object>
}
type Paths = Record<string, Record<string, Operation>>
type Properties = Record<string, { default?: unknown }>

const propertiesOf = ({ requestBody }: Operation) =>
  (requestBody?.content['application/json']?.schema.properties ?? {}) as Properties

const defaultsOf = (properties: Properties) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, one]) => ('default' in one ? [[name, one.default]] : [])),
  )

interface Document {
  openapi: string
  info: { version: string }
  paths: Paths
  components: { schemas: Record<string, unknown>; securitySchemes: object }
}

/** The document as JSON. */
const documentOf = (router: Parameters<typeof openApiDocument>[0]): Document =>
  JSON.parse(JSON.stringify(openApiDocument(router)))

const served = proceduresOf(appRouter).flatMap(([name, { meta }]) => {
  const { method, path } = meta?.openapi ?? {}
  return method && path ? [{ name, method, path: `/${name.split('.')[0]}${path}` }] : []
})

describe('the OpenAPI document of the shop', () => {
  const document = documentOf(appRouter)
  const { paths } = document

  test('the document is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) })
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  test('the document contains every procedure that REST serves and nothing else', () => {
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    )
    expect(documented.toSorted()).toEqual(served.map((one) => `${one.method} ${one.path} ${one.name}`).toSorted())
  })

  test('the document declares every path parameter', () => {
    for (const [path, operations] of Object.entries(paths)) {
      for (const { parameters, operationId } of Object.values(operations)) {
        const declared = parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name)
        expect(declared, operationId).toEqual(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name))
      }
    }
  })

  test('the document lists the header of publishable keys for the operations that use it', () => {
    const key = { $ref: '#/components/parameters/PublishableKey' }
    const limited = Object.values(paths).flatMap((operations) =>
      Object.values(operations).filter(({ parameters }) =>
        parameters.some((one) => '$ref' in one && one.$ref === key.$ref),
      ),
    )
    expect(limited.map(({ operationId }) => operationId).toSorted()).toEqual([
      'store.carts.create',
      'store.carts.update',
      'store.products.get',
      'store.products.list',
      'store.products.search',
      'store.variants.get',
      'store.variants.list',
    ])
  })

  test('the document describes file uploads', () => {
    const { requestBody, responses } = paths['/admin/uploads']!.post as Operation
    expect(requestBody?.content).toEqual({
      'multipart/form-data': {
        schema: expect.objectContaining({
          properties: { files: { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1 } },
        }),
      },
    })
    expect(Object.keys(responses)).toContain('413')
  })

  test('the document has the version of the API', () => {
    expect(document.info.version).toBe('1.0.0')
  })

  test('the document lists the errors 409 and 422 for every operation', () => {
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    for (const { operationId, responses } of operations)
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['409', '422']))
  })

  test.each([
    ['post', '/admin/discounts', { is_dynamic: false, is_disabled: false }],
    ['post', '/admin/discounts/{id}/dynamic-codes', { usage_limit: 1 }],
    ['post', '/admin/products', { is_giftcard: false, discountable: true, status: 'draft' }],
    [
      'post',
      '/admin/products/{id}/variants',
      { inventory_quantity: 0, manage_inventory: true, allow_backorder: false, options: [] },
    ],
    ['post', '/admin/shipping-options', { is_return: false, admin_only: false }],
    ['post', '/admin/orders/{id}/swaps', { allow_backorder: true }],
    ['post', '/admin/orders/{id}/return', { receive_now: false }],
    ['post', '/admin/draft-orders/{id}/line-items', { title: 'Custom item' }],
  ])('the document declares the defaults in the body of %s %s', (method, path, defaults) => {
    expect(defaultsOf(propertiesOf(paths[path]![method]!))).toEqual(defaults)
  })

  test('the document declares the defaults of a variant that is created with its product', () => {
    const { variants } = propertiesOf(paths['/admin/products']!.post!)
    const variant = (variants as { anyOf: { items: { properties: Properties } }[] }).anyOf[0]!.items.properties
    expect(defaultsOf(variant)).toMatchObject({ inventory_quantity: 0, manage_inventory: true })
  })

  test('the document declares no defaults for updates', () => {
    const changes = ['/admin/discounts/{id}', '/admin/products/{id}', '/admin/products/{id}/variants/{variant_id}']
    for (const path of changes) expect(defaultsOf(propertiesOf(paths[path]!.post!)), path).toEqual({})
  })

  test('the document marks passwords and emails', () => {
    const passwords = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap((operation) => ('password' in propertiesOf(operation) ? [propertiesOf(operation).password] : []))
    expect(passwords).toHaveLength(18)
    for (const password of passwords) expect(JSON.stringify(password)).toContain('"format":"password"')
    const [email] = paths['/store/auth/{email}']!.get!.parameters
    expect(email).toMatchObject({ name: 'email', in: 'path', schema: { type: 'string', format: 'email' } })
  })

  test('a filter for one or several values is described as both', () => {
    const filter = paths['/admin/batch-jobs']!.get!.parameters.find(({ name }) => name === 'id')
    expect(filter?.schema).toEqual({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  })

  test('an object filter has an empty example, because the explorer would insert the current time', () => {
    const filters = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'created_at' || name === 'rule'))
    expect(filters.length).toBeGreaterThan(25)
    for (const filter of filters) expect(filter).toMatchObject({ style: 'deepObject', example: {} })
  })

  test('only recursive schemas have generated names', () => {
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      if (name.startsWith('__schema')) expect(JSON.stringify(schema)).toContain(`schemas/${name}"`)
    }
  })
})

test('every path matches its own procedure first', () => {
  for (const { name, method, path } of served) {
    const [first] = served.filter((other) => other.method === method && matches(other.path, path))
    expect(first?.name, `${method} ${path}`).toBe(name)
  }
})

const matches = (template: string, path: string) =>
  new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`, 'i').test(path)

describe('the description of an operation', () => {
  const { paths, components } = documentOf(sampleRouter)
  const list = paths['/store/things']?.get as Operation
  const create = paths['/store/things']?.post as Operation
  const remove = paths['/store/things/{id}/parts']?.delete as Operation
  const secret = paths['/admin/secrets']?.post as Operation
  const bodyOf = (operation: Operation) => operation.requestBody?.content['application/json'].schema
  const queryOf = ({ parameters }: Operation) => parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const parameter = (name: string) => list.parameters.find((one) => one.name === name)

  test('an operation shows a tRPC name, a tag and a summary', () => {
    expect(list).toMatchObject({ operationId: 'store.things.list', tags: ['Store things'], summary: 'List things' })
  })

  test('an operation describes the types and the encoding of its query', () => {
    expect(parameter('limit')?.schema).toEqual({ type: 'integer', minimum: 0, default: 20 })
    expect(parameter('flag')?.schema).toEqual({ type: 'boolean' })
    expect(parameter('tags[]')).toMatchObject({ style: 'form', explode: true, schema: { type: 'array' } })
    expect(parameter('created_at')).toEqual({
      in: 'query',
      name: 'created_at',
      style: 'deepObject',
      explode: true,
      example: {},
      schema: { $ref: '#/components/schemas/DateFilter' },
    })
    expect(components.schemas.DateFilter).toMatchObject({
      properties: { gte: { type: 'string', format: 'date-time' } },
      additionalProperties: false,
    })
    expect(list.requestBody).toBeUndefined()
  })

  test('the document describes the query and the body of POST and DELETE separately', () => {
    expect(queryOf(create)).toEqual(['expand', 'fields'])
    expect(bodyOf(create)).toMatchObject({
      properties: { title: { type: 'string', minLength: 1 } },
      required: ['title'],
      additionalProperties: false,
    })
    expect(Object.keys(bodyOf(create)?.properties as object)).toEqual(['title', 'quantity', 'flag', 'tags'])
    expect(queryOf(remove)).toEqual(['expand', 'fields'])
    expect(Object.keys(bodyOf(remove)?.properties as object)).toEqual(['part_ids'])
  })

  test('an operation lists its responses and errors', () => {
    expect(Object.keys(create.responses)).toEqual(['201', '400', '401', '404', '409', '422', '429', '500', '503'])
    expect(Object.keys(list.responses)).toEqual(['200', '400', '404', '409', '422', '429', '500', '503'])
    expect(components.schemas.Error).toMatchObject({ required: ['type', 'message'] })
  })

  test('an operation lists its authentication methods', () => {
    expect(list.security).toEqual([])
    expect(paths['/store/mine']?.get?.security).toEqual([{ session: [] }, { bearer: [] }])
    expect(secret.security).toEqual([{ session: [] }, { bearer: [] }, { accessToken: [] }])
    expect(Object.keys(components.securitySchemes)).toEqual(['session', 'bearer', 'accessToken'])
  })

  test('a mutation accepts an idempotency key', () => {
    const key = { $ref: '#/components/parameters/IdempotencyKey' }
    expect(create.parameters).toContainEqual(key)
    expect(list.parameters).not.toContainEqual(key)
  })
})

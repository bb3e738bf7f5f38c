import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSampleApi, type SampleApi } from '#test/support/sample-api.ts'

let lab: SampleApi
beforeAll(async () => {
  lab = await openSampleApi()
})
afterAll(() => lab[Symbol.asyncDispose]())

const get = (path: string) => lab.send('GET', path)
const paged = (input: object) => ({ status: 200, body: { input: { limit: 20, offset: 0, ...input } } })
const refusal = (message: string) => ({ status: 400, body: { type: 'invalid_data', message } })

describe('what stands in a query', () => {
  test.each([
    // Booleans, numbers
    ['flag=false', { flag: false }],
    ['flag=true', { flag: true }],
    ['weight=2&limit=5&offset=10', { weight: 2, limit: 5, offset: 10 }],
    ['weight=-2', { weight: -2 }],
    ['q=2', { q: '2' }],
    // Empty parameters
    ['expand', { expand: '' }],
    ['expand=', { expand: '' }],
    ['fields&expand', { fields: '', expand: '' }],
    ['q=', { q: '' }],
    // Lists
    ['tags[]=x&tags[]=y', { tags: ['x', 'y'] }],
    ['tags[0]=x&tags[1]=y', { tags: ['x', 'y'] }],
    ['tags[3]=x&tags[7]=y', { tags: ['x', 'y'] }],
    ['tags[5000]=x&tags[7000]=y', { tags: ['x', 'y'] }],
    ['tags=x&tags=y', { tags: ['x', 'y'] }],
    ['tags[]=x,y', { tags: ['x', 'y'] }],
    ['tags%5B%5D=x', { tags: ['x'] }],
    ['id=x', { id: 'x' }],
    ['id[]=x&id[]=y', { id: ['x', 'y'] }],
    // Objects
    ['created_at[gte]=2026-01-02', { created_at: { gte: '2026-01-02T00:00:00.000Z' } }],
    [
      'created_at[gt]=1600000000&created_at[lt]=2026-01-02T03:04:05.678Z',
      { created_at: { gt: '2020-09-13T12:26:40.000Z', lt: '2026-01-02T03:04:05.678Z' } },
    ],
    // Text that only looks encoded
    ['q=100%', { q: '100%' }],
    ['q=a%20b%2Bc', { q: 'a b+c' }],
  ])('?%s is understood', async (query, input) => {
    expect(await get(`/store/things?${query}`)).toMatchObject(paged(input))
  })

  test('a list of 300 ids arrives whole', async () => {
    const ids = Array.from({ length: 300 }, (_, i) => `t_${i}`)
    const indexed = ids.map((id, i) => `tags[${i}]=${id}`).join('&')
    const plain = ids.map((id) => `tags[]=${id}`).join('&')
    expect((await get(`/store/things?${plain}`)).body.input.tags).toEqual(ids)
    expect((await get(`/store/things?${indexed}`)).body.input.tags).toEqual(ids)
  })

  test.each([
    ['flag=yes', 'flag must be a boolean value'],
    ['flag=1', 'flag must be a boolean value'],
    ['flag=', 'flag must be a boolean value'],
    ['limit=many', 'limit must be a number conforming to the specified constraints'],
    ['weight=1.5', 'weight must be an integer number'],
    ['weight=', 'weight must be an integer number'],
    ['tags=x', 'tags must be an array'],
    ['expand=a&expand=b', 'expand must be a string'],
    ['expand[]=a', 'expand must be a string'],
    ['fields[a]=b', 'fields must be a string'],
    ['order=a&order=b', 'order must be a string'],
    ['created_at=2020', 'nested property created_at must be either object or array'],
    ['created_at[foo]=2020', 'property foo should not exist'],
    ['created_at[gte]=soon', 'gte must be a Date instance'],
    ['created_at[gte]=', 'gte must be a Date instance'],
    ['created_at[gte][x]=1', 'gte must be a Date instance'],
    ['colour=red&size[]=1', 'property colour should not exist, property size should not exist'],
    ['constructor[x]=1', 'property constructor should not exist'],
  ])('?%s is refused', async (query, message) => {
    expect(await get(`/store/things?${query}`)).toMatchObject(refusal(message))
  })

  test('the query of a POST and of a DELETE is read beside the body', async () => {
    const made = await lab.post('/store/things?expand=parts&fields=', { title: 'x' })
    expect(made).toMatchObject({ status: 201, body: { input: { title: 'x', expand: 'parts', fields: '' } } })
    const unknown = await lab.post('/store/things?colour=red', { title: 'x' })
    expect(unknown).toMatchObject(refusal('property colour should not exist'))
  })

  test('nothing of it is looked at where nothing is taken from it', async () => {
    const kind = await get('/store/things/t_1/kind?colour=red&size[]=1&expand=a')
    expect([kind.status, kind.body]).toEqual([200, { input: { id: 't_1' } }])
    expect(await get('/store/things/t_1/kind?id=t_2&colour=red')).toMatchObject(refusal('property id should not exist'))
    const found = await lab.post('/store/things/search?colour=red', { words: 'x' })
    expect([found.status, found.body]).toEqual([200, { input: { words: 'x' } }])
  })

  test('what belongs into a body is refused in a query, and the other way round', async () => {
    const inQuery = await lab.post('/store/things?title=x&quantity=2&expand=a', {})
    expect(inQuery).toMatchObject(refusal('property title should not exist, property quantity should not exist'))
    const inBody = await lab.post('/store/things', { title: 'x', expand: 'a' })
    expect(inBody).toMatchObject(refusal('property expand should not exist'))
    const deletion = await lab.send('DELETE', '/store/things/t_1/parts?part_ids[]=a')
    expect(deletion).toMatchObject(refusal('property part_ids should not exist'))
    const search = await lab.post('/store/things/search?words=x', {})
    expect(search).toMatchObject(refusal('property words should not exist'))
  })

  test('who may not call a procedure is not told what is wrong with the query', async () => {
    expect((await lab.post('/admin/secrets?text=x', [])).status).toBe(401)
  })
})

describe('what stands in a body', () => {
  const bodies = [
    [{ title: 'x', quantity: '2' }, 'quantity must be an integer number'],
    [{ title: 'x', quantity: true }, 'quantity must be an integer number'],
    [{ title: 'x', flag: 'false' }, 'flag must be a boolean value'],
    [{ title: 'x', flag: 0 }, 'flag must be a boolean value'],
    [{ title: 5 }, 'title must be a string'],
    [{ title: 'x', tags: 'x' }, 'tags must be an array'],
    [{ title: 'x', tags: { 0: 'x' } }, 'each value in tags must be a string, tags must be an array'],
    [{}, 'title should not be empty, title must be a string'],
  ] as const

  test.each(bodies)('%j is refused', async (body, message) => {
    expect(await lab.post('/store/things', body)).toMatchObject(refusal(message))
  })

  test('nothing is coerced after a query was', async () => {
    await get('/store/things?flag=false&weight=2&limit=1')
    for (const [body, message] of bodies) {
      expect(await lab.post('/store/things', body)).toMatchObject(refusal(message))
    }
  })

  test('null stays null', async () => {
    const { body } = await lab.post('/store/things', { title: 'x', quantity: null, flag: null })
    expect(body).toEqual({ input: { title: 'x', quantity: null, flag: null } })
  })

  test('a DELETE may have one', async () => {
    const path = '/store/things/t_1/parts?expand=parts'
    const body = JSON.stringify({ part_ids: ['a', 'b'] })
    const reply = await lab.send('DELETE', path, { body, headers: { 'content-type': 'application/json' } })
    expect(reply.body).toEqual({ input: { id: 't_1', part_ids: ['a', 'b'], expand: 'parts' } })
    expect(await lab.send('DELETE', path)).toMatchObject(
      refusal('each value in part_ids must be a string, part_ids must be an array'),
    )
  })

  test('a POST may have none', async () => {
    expect(await lab.send('POST', '/store/things/t_1/touch')).toMatchObject({
      status: 200,
      body: { input: { id: 't_1' } },
    })
  })

  test.each([
    ['application/x-www-form-urlencoded', 'title=x'],
    ['text/plain', '{"title":"x"}'],
    ['', '{"title":"x"}'],
  ])('one of type "%s" counts as none', async (type, body) => {
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    const reply = await lab.send('POST', '/store/things', { body: new TextEncoder().encode(body), headers })
    expect(reply).toMatchObject(refusal('title should not be empty, title must be a string'))
  })

  test.each([
    ['that breaks off', '{"title":', 400, 'The request could not be read'],
    ['that is an empty list', '[]', 400, 'The body must be a JSON object'],
    ['that is a list', '[{"title":"x"}]', 400, 'The body must be a JSON object'],
    ['that is null', 'null', 400, 'The body must be a JSON object'],
    ['that is a text', '"title"', 400, 'The body must be a JSON object'],
    ['of 110 kB', `{"title":"${'x'.repeat(110_000)}"}`, 413, 'The request is too large'],
    [
      'that reaches for the prototype',
      '{"title":"x","__proto__":{"quantity":1}}',
      400,
      'property __proto__ should not exist',
    ],
  ])('one %s is refused', async (_, body, status, message) => {
    expect(await lab.post('/store/things', body)).toMatchObject({ status, body: { type: 'invalid_data', message } })
  })

  test.each(['{"title":"x"}', '[]', 'null'])('%s is not looked at where a procedure ignores it', async (body) => {
    const reply = await lab.post('/store/things/t_1/close?expand=a', body)
    expect(reply).toMatchObject({ status: 200, body: { input: { id: 't_1', expand: 'a' } } })
    expect(await lab.post('/store/things/t_1/close?colour=red', body)).toMatchObject(
      refusal('property colour should not exist'),
    )
  })

  test('nothing may be given twice, in the path, the query or the body', async () => {
    const inBody = await lab.post('/store/things/t_1/touch', { id: 't_2' })
    expect(inBody).toMatchObject(refusal('property id should not exist'))
    expect(await get('/store/things/t_1?id=t_2')).toMatchObject(refusal('property id should not exist'))
    const inBoth = await lab.post('/store/things?expand=a', { title: 'x', expand: 'b' })
    expect(inBoth).toMatchObject(refusal('property expand should not exist'))
  })
})

describe('paths', () => {
  test.each([
    '/store/things/t_1',
    '/store/things/t_1/',
    '/STORE/Things/t_1',
    '/store/things/t%5F1',
  ])('%s is found', async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, body: { input: { id: 't_1' } } })
  })

  test.each([
    'a%20b',
    'a%2Fb',
    '%E2%82%AC',
    'a+b',
    'a.b',
    'a%252Fb',
  ])('a parameter %s is decoded once', async (text) => {
    expect((await get(`/store/things/${text}`)).body.input.id).toBe(decodeURIComponent(text))
  })

  test('a parameter that is not valid in a URI is refused', async () => {
    expect(await get('/store/things/%ZZ')).toMatchObject(refusal('The path is not a valid URI'))
    expect((await get('/store/%ZZ')).status).toBe(404)
  })

  test('HEAD answers what GET does, without a body', async () => {
    const head = await lab.send('HEAD', '/store/things?limit=2')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect((await lab.send('HEAD', '/store/nothing')).status).toBe(404)
  })

  test('an unknown path is not found, whatever the method', async () => {
    const message = (method: string, path: string) => ({
      status: 404,
      body: { type: 'not_found', message: `Cannot ${method} ${path}` },
    })
    expect(await get('/store/nothing?a=1')).toMatchObject(message('GET', '/store/nothing'))
    expect(await lab.send('PUT', '/store/things')).toMatchObject(message('PUT', '/store/things'))
    expect(await lab.post('/store/things/t_1', {})).toMatchObject(message('POST', '/store/things/t_1'))
  })

  test('an unknown path of the admin side is nothing that a stranger learns of', async () => {
    const unauthorized = { status: 401, body: { type: 'unauthorized', message: 'Unauthorized' } }
    expect(await get('/admin/nothing')).toMatchObject(unauthorized)
    expect(await lab.post('/admin/secrets', { nonsense: 1 })).toMatchObject(unauthorized)
    expect(await get('/store/mine')).toMatchObject(unauthorized)
  })
})

describe('answers', () => {
  test.each([
    ['not allowed', 400, { code: 'cart_incompatible_state', type: 'not_allowed', message: 'The thing is closed' }],
    ['not found', 404, { type: 'not_found', message: 'Thing with id x was not found' }],
    [
      'duplicate',
      422,
      { code: 'invalid_request_error', type: 'duplicate_error', message: 'Thing with handle x already exists.' },
    ],
    ['payment', 422, { type: 'payment_authorization_error', message: 'The card was declined' }],
    ['conflict', 409, { code: 'invalid_state_error', type: 'conflict', message: 'Another request was in the way' }],
    ['fault', 500, { code: 'unknown_error', type: 'unknown_error', message: 'An unknown error occurred.' }],
  ])('a refusal "%s" is told in status and body, and nothing else is', async (how, status, body) => {
    const reply = await lab.post(`/store/things/${how}/refuse`, {})
    expect(reply).toMatchObject({ status, body })
    expect(reply.text).toBe(JSON.stringify(body))
  })

  test('of a fault only the shop hears', async () => {
    await lab.post('/store/things/fault/refuse', {})
    expect(lab.errors.at(-1)).toMatchObject({ message: 'select * from secret_table' })
  })

  test('a success has the status that its procedure names', async () => {
    expect((await lab.post('/store/things', { title: 'x' })).status).toBe(201)
    expect((await lab.post('/store/things/t_1/touch', {})).status).toBe(200)
  })

  test('all are JSON in UTF-8', async () => {
    for (const path of ['/store/things', '/store/things?flag=x', '/store/nothing', '/admin/nothing']) {
      expect((await get(path)).headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })

  test('one that the client has already is not sent again', async () => {
    const path = `${lab.url}/store/things`
    const etag = (await fetch(path)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\//)
    // `fetch` would add `Cache-Control: no-cache` and so ask for it again.
    const [again] = await once(request(path, { headers: { 'if-none-match': etag } }).end(), 'response')
    expect(again.resume().statusCode).toBe(304)
  })

  test('what was read says what it is, also to HEAD; what was changed does not', async () => {
    const { headers } = await get('/store/things')
    const head = await lab.send('HEAD', '/store/things')
    for (const name of ['etag', 'content-length', 'content-type'])
      expect(head.headers.get(name)).toBe(headers.get(name))
    expect((await lab.post('/store/things', { title: 'x' })).headers.get('etag')).toBeNull()
  })

  test('the length is told in bytes', async () => {
    const { text, headers } = await lab.post('/store/things', { title: 'Größe €' })
    expect(text).toContain('Größe €')
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text))
  })
})

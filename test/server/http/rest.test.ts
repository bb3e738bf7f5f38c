import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSampleApi, type SampleApi } from '#test/support/sample-api.ts'

let api: SampleApi
beforeAll(async () => {
  api = await openSampleApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const get = (path: string) => api.send('GET', path)
const paged = (input: object) => ({ status: 200, body: { input: { limit: 20, offset: 0, ...input } } })
const refusal = (message: string) => ({ status: 400, body: { type: 'invalid_data', message } })

describe('query parameters', () => {
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
  ])('the query ?%s is parsed', async (query, input) => {
    expect(await get(`/store/things?${query}`)).toMatchObject(paged(input))
  })

  test('a list of 300 ids is parsed completely', async () => {
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
  ])('the query ?%s is rejected', async (query, message) => {
    expect(await get(`/store/things?${query}`)).toMatchObject(refusal(message))
  })

  test('POST and DELETE read the query and the body', async () => {
    const created = await api.post('/store/things?expand=parts&fields=', { title: 'x' })
    expect(created).toMatchObject({ status: 201, body: { input: { title: 'x', expand: 'parts', fields: '' } } })
    const unknown = await api.post('/store/things?colour=red', { title: 'x' })
    expect(unknown).toMatchObject(refusal('property colour should not exist'))
  })

  test('a procedure without query parameters ignores the query', async () => {
    const kind = await get('/store/things/t_1/kind?colour=red&size[]=1&expand=a')
    expect([kind.status, kind.body]).toEqual([200, { input: { id: 't_1' } }])
    expect(await get('/store/things/t_1/kind?id=t_2&colour=red')).toMatchObject(refusal('property id should not exist'))
    const found = await api.post('/store/things/search?colour=red', { words: 'x' })
    expect([found.status, found.body]).toEqual([200, { input: { words: 'x' } }])
  })

  test('body fields are rejected in the query and query fields in the body', async () => {
    const inQuery = await api.post('/store/things?title=x&quantity=2&expand=a', {})
    expect(inQuery).toMatchObject(refusal('property title should not exist, property quantity should not exist'))
    const inBody = await api.post('/store/things', { title: 'x', expand: 'a' })
    expect(inBody).toMatchObject(refusal('property expand should not exist'))
    const deletion = await api.send('DELETE', '/store/things/t_1/parts?part_ids[]=a')
    expect(deletion).toMatchObject(refusal('property part_ids should not exist'))
    const search = await api.post('/store/things/search?words=x', {})
    expect(search).toMatchObject(refusal('property words should not exist'))
  })

  test('an unauthorized caller gets no validation errors', async () => {
    expect((await api.post('/admin/secrets?text=x', [])).status).toBe(401)
  })
})

describe('request bodies', () => {
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

  test.each(bodies)('the body %j is rejected', async (body, message) => {
    expect(await api.post('/store/things', body)).toMatchObject(refusal(message))
  })

  test('a body is never coerced, also after a query was', async () => {
    await get('/store/things?flag=false&weight=2&limit=1')
    for (const [body, message] of bodies) {
      expect(await api.post('/store/things', body)).toMatchObject(refusal(message))
    }
  })

  test('a null value in a body stays null', async () => {
    const { body } = await api.post('/store/things', { title: 'x', quantity: null, flag: null })
    expect(body).toEqual({ input: { title: 'x', quantity: null, flag: null } })
  })

  test('a DELETE may have a body', async () => {
    const path = '/store/things/t_1/parts?expand=parts'
    const body = JSON.stringify({ part_ids: ['a', 'b'] })
    const reply = await api.send('DELETE', path, { body, headers: { 'content-type': 'application/json' } })
    expect(reply.body).toEqual({ input: { id: 't_1', part_ids: ['a', 'b'], expand: 'parts' } })
    expect(await api.send('DELETE', path)).toMatchObject(
      refusal('each value in part_ids must be a string, part_ids must be an array'),
    )
  })

  test('a POST may have no body', async () => {
    expect(await api.send('POST', '/store/things/t_1/touch')).toMatchObject({
      status: 200,
      body: { input: { id: 't_1' } },
    })
  })

  test.each([
    ['application/x-www-form-urlencoded', 'title=x'],
    ['text/plain', '{"title":"x"}'],
    ['', '{"title":"x"}'],
  ])('a body of type "%s" is ignored', async (type, body) => {
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    const reply = await api.send('POST', '/store/things', { body: new TextEncoder().encode(body), headers })
    expect(reply).toMatchObject(refusal('title should not be empty, title must be a string'))
  })

  test.each([
    ['that is incomplete JSON', '{"title":', 400, 'The body could not be read. Send complete JSON in UTF-8.'],
    ['that is an empty list', '[]', 400, 'The body must be a JSON object'],
    ['that is a list', '[{"title":"x"}]', 400, 'The body must be a JSON object'],
    ['that is null', 'null', 400, 'The body must be a JSON object'],
    ['that is a text', '"title"', 400, 'The body must be a JSON object'],
    ['of 110 kB', `{"title":"${'x'.repeat(110_000)}"}`, 413, 'The request is too large'],
    ['with a prototype key', '{"title":"x","__proto__":{"quantity":1}}', 400, 'property __proto__ should not exist'],
  ])('a body %s is rejected', async (_, body, status, message) => {
    expect(await api.post('/store/things', body)).toMatchObject({ status, body: { type: 'invalid_data', message } })
  })

  test.each(['{"title":"x"}', '[]', 'null'])('a procedure that ignores its body accepts %s', async (body) => {
    const reply = await api.post('/store/things/t_1/close?expand=a', body)
    expect(reply).toMatchObject({ status: 200, body: { input: { id: 't_1', expand: 'a' } } })
    expect(await api.post('/store/things/t_1/close?colour=red', body)).toMatchObject(
      refusal('property colour should not exist'),
    )
  })

  test('a procedure that ignores an unknown body reads the properties that its input declares', async () => {
    const body = { title: 'x', note: 'n', id: 't_2', expand: 'b' }
    const reply = await api.post('/store/things/t_1/close?expand=a', body)
    expect(reply).toMatchObject({ status: 200, body: { input: { id: 't_1', expand: 'a', note: 'n' } } })
    expect(await api.post('/store/things/t_1/close', { note: 1 })).toMatchObject(refusal('note must be a string'))
  })

  test('a value in path, query or body must not be repeated', async () => {
    const inBody = await api.post('/store/things/t_1/touch', { id: 't_2' })
    expect(inBody).toMatchObject(refusal('property id should not exist'))
    expect(await get('/store/things/t_1?id=t_2')).toMatchObject(refusal('property id should not exist'))
    const inBoth = await api.post('/store/things?expand=a', { title: 'x', expand: 'b' })
    expect(inBoth).toMatchObject(refusal('property expand should not exist'))
  })
})

describe('request paths', () => {
  test.each([
    '/store/things/t_1',
    '/store/things/t_1/',
    '/STORE/Things/t_1',
    '/store/things/t%5F1',
  ])('the path %s is found', async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, body: { input: { id: 't_1' } } })
  })

  test.each([
    'a%20b',
    'a%2Fb',
    '%E2%82%AC',
    'a+b',
    'a.b',
    'a%252Fb',
  ])('the path parameter %s is decoded once', async (text) => {
    expect((await get(`/store/things/${text}`)).body.input.id).toBe(decodeURIComponent(text))
  })

  test('a path with invalid encoding is rejected', async () => {
    expect(await get('/store/things/%ZZ')).toMatchObject(refusal('The path is not a valid URI'))
    expect((await get('/store/%ZZ')).status).toBe(404)
  })

  test('HEAD returns the headers of GET without a body', async () => {
    const head = await api.send('HEAD', '/store/things?limit=2')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect((await api.send('HEAD', '/store/nothing')).status).toBe(404)
  })

  test('an unknown path is not found for any method', async () => {
    const message = (method: string, path: string) => ({
      status: 404,
      body: { type: 'not_found', message: `Cannot ${method} ${path}` },
    })
    expect(await get('/store/nothing?a=1')).toMatchObject(message('GET', '/store/nothing'))
    expect(await api.send('PUT', '/store/things')).toMatchObject(message('PUT', '/store/things'))
    expect(await api.post('/store/things/t_1', {})).toMatchObject(message('POST', '/store/things/t_1'))
  })

  test('an unknown admin path is unauthorized for an anonymous caller', async () => {
    const unauthorized = { status: 401, body: { type: 'unauthorized', message: 'Unauthorized' } }
    expect(await get('/admin/nothing')).toMatchObject(unauthorized)
    expect(await api.post('/admin/secrets', { nonsense: 1 })).toMatchObject(unauthorized)
    expect(await get('/store/mine')).toMatchObject(unauthorized)
  })
})

describe('responses', () => {
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
  ])('the error "%s" sets status and body and reveals nothing else', async (how, status, body) => {
    const reply = await api.post(`/store/things/${how}/refuse`, {})
    expect(reply).toMatchObject({ status, body })
    expect(reply.text).toBe(JSON.stringify(body))
  })

  test('an internal error is reported to the server only', async () => {
    await api.post('/store/things/fault/refuse', {})
    expect(api.errors.at(-1)).toMatchObject({ message: 'select * from secret_table' })
  })

  test('a success has the status of its procedure', async () => {
    expect((await api.post('/store/things', { title: 'x' })).status).toBe(201)
    expect((await api.post('/store/things/t_1/touch', {})).status).toBe(200)
  })

  test('every response is JSON in UTF-8', async () => {
    for (const path of ['/store/things', '/store/things?flag=x', '/store/nothing', '/admin/nothing']) {
      expect((await get(path)).headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })

  test('an unchanged response is not sent again', async () => {
    const path = `${api.url}/store/things`
    const etag = (await fetch(path)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\//)
    // `fetch` would add `Cache-Control: no-cache`, which prevents a 304.
    const [again] = await once(request(path, { headers: { 'if-none-match': etag } }).end(), 'response')
    expect(again.resume().statusCode).toBe(304)
  })

  test('GET and HEAD responses have an ETag, mutations have none', async () => {
    const { headers } = await get('/store/things')
    const head = await api.send('HEAD', '/store/things')
    for (const name of ['etag', 'content-length', 'content-type'])
      expect(head.headers.get(name)).toBe(headers.get(name))
    expect((await api.post('/store/things', { title: 'x' })).headers.get('etag')).toBeNull()
  })

  test('the content length is in bytes', async () => {
    const { text, headers } = await api.post('/store/things', { title: 'Größe €' })
    expect(text).toContain('Größe €')
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text))
  })
})

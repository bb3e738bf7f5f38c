import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docsRoutes } from '#server/http/docs.ts'
import { sampleRouter } from '#test/support/sample-api.ts'

const server = express().use(docsRoutes(sampleRouter)).listen(0, '127.0.0.1')
let url: string
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('the OpenAPI document is served as JSON', async () => {
  const answer = await fetch(`${url}/openapi.json`)
  expect(answer.headers.get('content-type')).toMatch('application/json')
  expect(await answer.json()).toMatchObject({ openapi: '3.1.1', info: { title: 'Cartwright' } })
})

test('the explorer loads all assets from the shop', async () => {
  const answer = await fetch(`${url}/docs`)
  expect(answer.headers.get('content-security-policy')).toMatch("default-src 'self'")
  const page = await answer.text()
  expect(page).not.toMatch(/https?:|\/\//)
  const loaded = Array.from(page.matchAll(/src="([^"]+)"/g), ([, path]) => path)
  expect(loaded).toEqual(['/docs/scalar.js', '/docs/explorer.js'])
  for (const path of loaded) {
    const asset = await fetch(url + path)
    expect(asset.status, path).toBe(200)
    expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(100)
  }
})

test('the explorer shows the document and calls no server of its publisher', async () => {
  const script = await (await fetch(`${url}/docs/explorer.js`)).text()
  expect(script).toMatch("url: '/openapi.json'")
  for (const setting of ["proxyUrl: ''", 'withDefaultFonts: false', 'telemetry: false']) expect(script).toMatch(setting)
})

test('the bundle of the explorer has the function that the page calls', async () => {
  const bundle = await (await fetch(`${url}/docs/scalar.js`)).text()
  expect(bundle).toMatch('createApiReference')
})

test('no other files of the explorer package are served', async () => {
  expect((await fetch(`${url}/docs/standalone.js`)).status).toBe(404)
  expect((await fetch(`${url}/docs/..%2Fpackage.json`)).status).toBe(404)
})

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
  const loaded = Array.from(page.matchAll(/(?:src|href)="([^"]+)"/g), ([, path]) => path)
  expect(loaded).toHaveLength(4)
  for (const path of loaded) {
    const asset = await fetch(url + path)
    expect(asset.status, path).toBe(200)
    expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(100)
  }
})

test('the explorer shows the document and uses no validator', async () => {
  const script = await (await fetch(`${url}/docs/explorer.js`)).text()
  expect(script).toMatch("url: '/openapi.json'")
  expect(script).toMatch('validatorUrl: null')
})

test('the styles and fonts of the explorer are embedded', async () => {
  const css = await (await fetch(`${url}/docs/swagger-ui.css`)).text()
  const referred = Array.from(css.matchAll(/url\(["']?([^"')]{0,20})/g), ([, target]) => target)
  expect(referred.filter((target) => !target?.startsWith('data:'))).toEqual([])
  expect(css).not.toMatch('@import')
})

test('no other files of the explorer package are served', async () => {
  expect((await fetch(`${url}/docs/index.html`)).status).toBe(404)
  expect((await fetch(`${url}/docs/..%2Fpackage.json`)).status).toBe(404)
})

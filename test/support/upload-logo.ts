import { expect } from 'vitest'
import type { TestShop } from './shop.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20"/></svg>'

/** Gives the shop a logo of 600 × 200 pixels. Returns the key of its file. */
export async function uploadLogo({ url, token }: TestShop): Promise<string> {
  const body = new FormData()
  body.append('files', new Blob([SVG]), 'logo.svg')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/admin/store/logo`, { method: 'POST', body, headers })
  expect(answer.status).toBe(200)
  return JSON.parse(await answer.text()).store.logo_key
}

import { expect, test } from 'vitest'
import { withoutPicture } from '#console/screens/products/picture.ts'

const image = (url: string) => ({ url, alt: '' })

test.each([
  ['the main one leaves its place to the next', ['a', 'b'], 'a', { images: ['b'], thumbnail: 'b', rows: [null, 'b'] }],
  ['another one changes neither', ['a', 'b', 'c'], 'c', { images: ['a', 'b'], thumbnail: 'a', rows: ['a', 'b'] }],
  ['the last one leaves none', ['a'], 'a', { images: [], thumbnail: null, rows: [null, 'b'] }],
])('a removed picture: %s', (_, urls, url, expected) => {
  const rows = { one: { sku: '1', thumbnail: 'a' }, two: { sku: '2', thumbnail: 'b' } }
  const left = withoutPicture<{ sku: string; thumbnail: string | null }>(
    { images: urls.map(image), thumbnail: 'a', rows },
    url,
  )
  expect({
    ...left,
    images: left.images.map((one) => one.url),
    rows: Object.values(left.rows).map(({ thumbnail }) => thumbnail),
  }).toEqual(expected)
})

import { expect, test } from 'vitest'
import { CatalogueCounts } from '#routers/pipeline/answer-cache/catalogue-counts.ts'

const unexpected = () => Promise.reject(new Error('counted again'))

test('simultaneous requests share one count', async () => {
  const counts = new CatalogueCounts()
  const { promise, resolve } = Promise.withResolvers<number>()
  const both = Promise.all([counts.read('1', 'shirts', () => promise), counts.read('1', 'shirts', unexpected)])
  resolve(3)
  expect(await both).toEqual([3, 3])
  expect(await counts.read('1', 'shirts', unexpected)).toBe(3)
})

test('if a count fails, another request counts for the others', async () => {
  const counts = new CatalogueCounts()
  const { promise, reject } = Promise.withResolvers<number>()
  const first = counts.read('1', 'shirts', () => promise)
  const others = Promise.all([counts.read('1', 'shirts', async () => 3), counts.read('1', 'shirts', unexpected)])
  reject(new Error('The client has disconnected'))
  await expect(first).rejects.toThrow('The client has disconnected')
  expect(await others).toEqual([3, 3])
  expect(await counts.read('1', 'shirts', unexpected)).toBe(3)
})

test('a running count of an earlier version of the catalogue is not shared', async () => {
  const counts = new CatalogueCounts()
  const { promise, resolve } = Promise.withResolvers<number>()
  const earlier = counts.read('1', 'shirts', () => promise)
  expect(await counts.read('2', 'shirts', async () => 4)).toBe(4)
  resolve(3)
  expect(await earlier).toBe(3)
  expect(await counts.read('2', 'shirts', unexpected)).toBe(4)
})

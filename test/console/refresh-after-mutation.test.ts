import {
  MutationCache,
  type MutationFunction,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refreshAfterMutation, refreshOnce } from '#console/app/live/refresh-after-mutation.ts'
import { refreshQueries } from '#console/app/live/refresh-queries.ts'

/** A client with a page that shows some queries, and the number of their answers. */
function openPage() {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (output, _error, _input, _context, mutation) => refreshAfterMutation(client, mutation, output),
    }),
  })
  const answers: Record<string, number> = {}
  const show = async (router: string, input: object, isReady?: Promise<void>) => {
    const queryKey = [['admin', router, 'get'], { input }]
    const queryFn = async () => {
      answers[router] = (answers[router] ?? 0) + 1
      await isReady
      return answers[router]
    }
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {})
    await client.ensureQueryData({ queryKey, queryFn })
  }
  const mutate = (procedure: string, input: object, mutationFn: MutationFunction<unknown, object> = async () => ({})) =>
    new MutationObserver(client, { mutationKey: [procedure.split('.')], mutationFn }).mutate(input)
  return { client, answers, show, mutate }
}

test('a mutation ends after the queries of its router and of related routers are refetched', async () => {
  const page = openPage()
  await page.show('customers', { id: 'cus_1' })
  await page.show('customerGroups', { id: 'cgrp_1' })
  await page.show('discounts', { id: 'disc_1' })
  await page.mutate('admin.customerGroups.addCustomers', { id: 'cgrp_1' })
  expect(page.answers).toEqual({ customers: 2, customerGroups: 2, discounts: 1 })
})

test('a completed cart refetches orders', async () => {
  const page = openPage()
  await page.show('orders', { id: 'order_1' })
  await page.mutate('store.carts.complete', { id: 'cart_1' })
  expect(page.answers).toEqual({ orders: 2 })
})

test('a dry run refetches nothing', async () => {
  const page = openPage()
  await page.show('discounts', { id: 'disc_1' })
  await page.mutate('admin.discounts.update', { id: 'disc_1' }, async () => ({ dry_run: true }))
  expect(page.answers).toEqual({ discounts: 1 })
})

test('a deleted row is not refetched', async () => {
  const page = openPage()
  await page.show('discounts', { id: 'disc_1' })
  await page.mutate('admin.discounts.delete', { id: 'disc_1' })
  expect(page.answers).toEqual({ discounts: 1 })
})

test('a series of mutations refetches once, also if one of them fails', async () => {
  const page = openPage()
  await page.show('discounts', { id: 'disc_1' })
  const fail = async () => {
    throw new Error('refused')
  }
  const series = refreshOnce(page.client, async () => {
    await page.mutate('admin.discounts.update', { id: 'disc_1' })
    await page.mutate('admin.discounts.update', { id: 'disc_2' })
    await page.mutate('admin.discounts.update', { id: 'disc_3' }, fail)
  })
  await expect(series).rejects.toThrow('refused')
  expect(page.answers).toEqual({ discounts: 2 })
})

test('a live change during a series is refetched at the end of the series', async () => {
  const page = openPage()
  await page.show('discounts', { id: 'disc_1' })
  await refreshOnce(page.client, async () => {
    await page.mutate('admin.discounts.update', { id: 'disc_1' })
    refreshQueries(page.client, [
      {
        cause: 'admin.discounts.update',
        at: new Date(),
        by: null,
        ids: ['disc_1'],
        rows: [{ entity: 'discount', id: 'disc_1', kind: 'updated' }],
      },
    ])
    expect(page.answers).toEqual({ discounts: 1 })
  })
  expect(page.answers).toEqual({ discounts: 2 })
})

test('a query that loads for the first time during a mutation is refetched after it has loaded', async () => {
  const page = openPage()
  const first = Promise.withResolvers<void>()
  const loaded = page.show('discounts', { id: 'disc_1' }, first.promise)
  await page.mutate('admin.discounts.update', { id: 'disc_1' })
  expect(page.answers).toEqual({ discounts: 1 })
  first.resolve()
  await loaded
  await expect.poll(() => page.answers, { timeout: 30_000 }).toEqual({ discounts: 2 })
})

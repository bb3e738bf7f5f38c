import { definePlugin, defineShop, type Effects, insertRow } from 'cartwright'
import { promises } from 'cartwright/testing'
import { expect, test } from 'vitest'
import { memoParts } from './faults/memos.ts'

const { Memo, entities, migrations } = memoParts('ending')

/** Each shop has one plugin, because the effects of all plugins run in a step. */
function checkOf(effects: Effects): Promise<void> {
  const shop = defineShop({ plugins: [definePlugin({ name: 'ending', entities, migrations, effects })] })
  const list = promises(shop, 'ending')
  return list.find(({ name }) => name.endsWith('effects are rolled back with their step and happen once'))!.check()
}

test('an effect that never ends breaks the promise', async () => {
  await expect(checkOf({ 'order.cancel': () => new Promise(() => {}) })).rejects.toThrow(
    'The step order.cancel with its effects failed: The shop is unavailable for the moment.',
  )
})

test('an effect that leaves a transaction open breaks the promise', async () => {
  const effects: Effects = {
    async 'order.cancel'({ em }) {
      const other = em.fork()
      await other.begin()
      await other.nativeUpdate(Memo, {}, { prints: 1 })
    },
  }
  await expect(checkOf(effects)).rejects.toThrow('The effect order.cancel left a transaction open')
})

test('an effect that ends with its step keeps the promise', async () => {
  const effects: Effects = {
    'order.cancel': ({ em, order: { customer_id } }) => void insertRow(em, Memo, { customer_id, text: 'Canceled' }),
  }
  await expect(checkOf(effects)).resolves.toBeUndefined()
})

import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteRow, insertRow, type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { defer, statement } from '#database/statement.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Region } from '#entities/market/region/region.ts'
import { Address } from '#entities/people/customer/address.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const ending = new AsyncDisposableStack()
let orm: MikroORM
beforeAll(async () => {
  orm = ending.use(await openClone()).orm
  await orm.em.fork().transactional(async (em) => {
    insertRow(em, Region, { id: 'reg', name: 'Here', currency_code: 'eur', tax_rate: 0 } as Region)
  })
})
afterAll(() => ending.disposeAsync())

const readAddress = statement<JsonRow>('select to_json(a) as row from address a where id = $1')
const version = statement<{ ctid: string }>('select ctid::text from address where id = $1')
const cities = statement<{ city: string | null }>('select city from address where id = $1')

async function held(em: EntityManager, id: string): Promise<Row<Address>> {
  const [found] = await readAddress(em, id)
  return trackRow(em, Address, (found as JsonRow).row)
}

async function stored(city: string): Promise<string> {
  return orm.em.fork().transactional(async (em) => insertRow(em, Address, { city }).id)
}

const cityOf = async (id: string) => (await cities(orm.em.fork(), id))[0]?.city

describe('what is held', () => {
  test('is written with the next flush where it is changed, and once', async () => {
    const id = await stored('Bonn')
    await orm.em.fork().transactional(async (em) => {
      const address = await held(em, id)
      const versions = [await version(em, id)]
      await em.flush()
      versions.push(await version(em, id))
      address.city = 'Köln'
      await em.flush()
      versions.push(await version(em, id))
      await em.flush()
      versions.push(await version(em, id))
      const [read, unchanged, changed, again] = versions
      expect(unchanged).toEqual(read)
      expect(changed).not.toEqual(read)
      expect(again).toEqual(changed)
    })
    expect(await cityOf(id)).toBe('Köln')
  })

  test('twice is one row, and what was changed of either is kept', async () => {
    const id = await stored('Bonn')
    await orm.em.fork().transactional(async (em) => {
      const [one, other] = [await held(em, id), await held(em, id)]
      one.city = 'Köln'
      other.company = 'Dom'
    })
    const em = orm.em.fork()
    expect(await em.findOneOrFail(Address, { id })).toMatchObject({ city: 'Köln', company: 'Dom' })
  })

  test('is written by a commit alone, and by nothing where the transaction is rolled back', async () => {
    const id = await stored('Bonn')
    const em = orm.em.fork()
    await em.begin()
    const address = await held(em, id)
    address.city = 'Köln'
    await em.flush()
    await em.rollback()
    expect(await cityOf(id)).toBe('Bonn')
  })

  test('takes what other columns have become meanwhile', async () => {
    const id = await stored('Bonn')
    await orm.em.fork().transactional(async (em) => {
      const address = await held(em, id)
      await em.execute(`update address set company = 'Dom' where id = ?`, [id])
      address.city = 'Köln'
    })
    const em = orm.em.fork()
    expect(await em.findOneOrFail(Address, { id })).toMatchObject({ city: 'Köln', company: 'Dom' })
  })
})

describe('what is added', () => {
  test('is written after what it refers to, however it was added', async () => {
    const { line, cart, address } = await orm.em.fork().transactional(async (em) => {
      const ids = { line: 'item_ordered', cart: 'cart_ordered', address: 'addr_ordered' }
      insertRow(em, LineItem, {
        id: ids.line,
        cart_id: ids.cart,
        title: 'Thing',
        unit_price: 1,
        quantity: 1,
      } as LineItem)
      insertRow(em, Cart, { id: ids.cart, region_id: 'reg', shipping_address_id: ids.address } as Cart)
      insertRow(em, Address, { id: ids.address, city: 'Bonn' } as Address)
      return ids
    })
    const em = orm.em.fork()
    expect(await em.findOneOrFail(LineItem, line)).toMatchObject({ cart_id: cart, is_return: false })
    expect(await em.findOneOrFail(Cart, cart)).toMatchObject({ shipping_address_id: address })
  })

  test('is held from then on', async () => {
    const id = await orm.em.fork().transactional(async (em) => {
      const address = insertRow(em, Address, { city: 'Bonn' })
      await em.flush()
      address.city = 'Köln'
      return address.id
    })
    expect(await cityOf(id)).toBe('Köln')
  })

  test('and dropped is not written', async () => {
    const id = await orm.em.fork().transactional(async (em) => {
      const address = insertRow(em, Address, { city: 'Bonn' })
      deleteRow(em, address)
      return address.id
    })
    expect(await cityOf(id)).toBeUndefined()
  })
})

test('what is dropped is deleted, whatever was changed of it', async () => {
  const [gone, kept] = [await stored('Bonn'), await stored('Köln')]
  await orm.em.fork().transactional(async (em) => {
    const address = await held(em, gone)
    address.city = 'Trier'
    deleteRow(em, address)
  })
  expect([await cityOf(gone), await cityOf(kept)]).toEqual([undefined, 'Köln'])
})

test('nothing of what was forgotten is written', async () => {
  const [changed, dropped] = [await stored('Bonn'), await stored('Köln')]
  const added = await orm.em.fork().transactional(async (em) => {
    const address = await held(em, changed)
    address.city = 'Trier'
    deleteRow(em, await held(em, dropped))
    const { id } = insertRow(em, Address, { city: 'Ulm' })
    em.clear()
    return id
  })
  expect(await Promise.all([changed, dropped, added].map(cityOf))).toEqual(['Bonn', 'Köln', undefined])
})

test('where what is written later fails, nothing is kept', async () => {
  const id = await stored('Bonn')
  const work = orm.em.fork().transactional(async (em) => {
    const address = await held(em, id)
    address.city = 'Köln'
    await em.flush()
    await defer(em, statement('select 1 / $1::int').with(0))
    insertRow(em, Address, { id: 'addr_not_kept', city: 'Ulm' } as Address)
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await Promise.all([id, 'addr_not_kept'].map(cityOf))).toEqual(['Bonn', undefined])
})

test('units of work know nothing of what others hold', async () => {
  const id = await stored('Bonn')
  const [one, other] = [orm.em.fork(), orm.em.fork()]
  const address = await held(one, id)
  address.city = 'Köln'
  await other.flush()
  expect(await cityOf(id)).toBe('Bonn')
  await one.flush()
  expect(await cityOf(id)).toBe('Köln')
})

import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteRow, findRow, findRows, insertRow, type JsonRow, lockRow, type Row, trackRow } from '#database/rows.ts'
import { defer, statement } from '#database/statement.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Region } from '#entities/market/region/region.ts'
import { FulfillmentItem } from '#entities/orders/fulfillment/fulfillment-item.ts'
import { Address } from '#entities/people/customer/address.ts'
import { openClone } from '#test/support/cloned-orm.ts'
import { untyped } from '#test/support/untyped.ts'

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
const countScans = statement<{ table_scans: string }>(
  "select seq_scan as table_scans from pg_stat_xact_user_tables where relname = 'address'",
)

/** Adds 1000 rows: a scan then costs more than a few index lookups, and less than ten. */
async function fillAddresses(em: EntityManager): Promise<void> {
  await em.execute(`insert into address (id, created_at, updated_at)
    select 'filler_' || i, now(), now() from generate_series(1, 1000) i`)
  await em.execute('analyze address')
}

async function track(em: EntityManager, id: string): Promise<Row<Address>> {
  const [found] = await readAddress(em, id)
  return trackRow(em, Address, (found as JsonRow).row)
}

async function createAddress(city: string): Promise<string> {
  return orm.em.fork().transactional(async (em) => insertRow(em, Address, { city }).id)
}

const cityOf = async (id: string) => (await cities(orm.em.fork(), id))[0]?.city

describe('a condition', () => {
  test('on a mistyped column does not compile, and throws an error that names it', async () => {
    const em = orm.em.fork()
    // @ts-expect-error The column is `city`.
    await expect(findRow(em, Address, { town: 'Bonn' })).rejects.toThrow('Address has no column town')
    const injected = untyped<{ city: string }>({ 'city" is null or "city': 'Bonn' })
    await expect(lockRow(em, Address, injected)).rejects.toThrow('Address has no column city" is null')
    // @ts-expect-error A condition compares columns.
    await expect(findRows(em, Region, { currency: null })).rejects.toThrow('Region has no column currency')
  })

  test('with a number or a time does not compile, and throws an error that names the column', async () => {
    const em = orm.em.fork()
    // @ts-expect-error A number is no text.
    await expect(findRow(em, Region, { tax_rate: 0 })).rejects.toThrow(
      'A row of Region cannot be found by tax_rate: 0. Use a text, a boolean, null or a list of texts',
    )
    // @ts-expect-error A time is no text.
    await expect(lockRow(em, Address, { created_at: new Date() })).rejects.toThrow('cannot be found by created_at')
    await expect(findRows(em, Address, { id: untyped(['a', 1]) })).rejects.toThrow('cannot be found by id')
  })

  test('without a value finds no row', async () => {
    await createAddress('Bonn')
    expect(await findRows(orm.em.fork(), Address, { city: undefined })).toEqual([])
  })
})

describe('a tracked row', () => {
  test('a flush writes a changed row once', async () => {
    const id = await createAddress('Bonn')
    await orm.em.fork().transactional(async (em) => {
      const address = await track(em, id)
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

  test('a second read of a row returns the same object with the new values', async () => {
    const id = await createAddress('Bonn')
    await orm.em.fork().transactional(async (em) => {
      const address = (await lockRow(em, Address, { id }))!
      await em.execute(`update address set company = 'Dom' where id = ?`, [id])
      expect(await track(em, id)).toBe(address)
      expect(address.company).toBe('Dom')
      address.city = 'Köln'
      await em.flush()
      expect(await lockRow(em, Address, { id })).toBe(address)
      address.city = 'Bonn'
    })
    expect(await cityOf(id)).toBe('Bonn')
  })

  test('a read writes the changes of its entity first', async () => {
    const [id, deletedId] = [await createAddress('Bonn'), await createAddress('Mainz')]
    await orm.em.fork().transactional(async (em) => {
      const address = (await lockRow(em, Address, { id }))!
      address.city = 'Köln'
      deleteRow(em, (await lockRow(em, Address, { id: deletedId }))!)
      const { id: newId } = insertRow(em, Address, { city: 'Trier' })
      expect(await findRow(em, Address, { id, city: 'Köln' })).toBe(address)
      expect(await findRows(em, Address, { id: [deletedId, newId] })).toEqual([expect.objectContaining({ id: newId })])
    })
    expect(await cityOf(id)).toBe('Köln')
  })

  test('a statement that reads a row with unwritten changes must follow a flush', async () => {
    const id = await createAddress('Bonn')
    const work = orm.em.fork().transactional(async (em) => {
      const address = (await lockRow(em, Address, { id }))!
      address.city = 'Köln'
      trackRow(em, Address, { ...address })
    })
    await expect(work).rejects.toThrow(
      `The Address ${id} has unwritten changes. Call em.flush() before you read it again.`,
    )
    expect(await cityOf(id)).toBe('Bonn')
  })

  test('a row with two columns as its key is inserted, changed and deleted', async () => {
    const key = { fulfillment_id: 'ful_key', item_id: 'item_key' }
    await orm.em
      .fork()
      .transactional(async (em) => {
        await em.execute('set local session_replication_role = replica')
        const item = insertRow(em, FulfillmentItem, { ...key, quantity: 1 })
        insertRow(em, FulfillmentItem, { ...key, item_id: 'item_other', quantity: 5 })
        await em.flush()
        item.quantity = 2
        expect(await findRow(em, FulfillmentItem, key)).toBe(item)
        const stored = await em.execute('select item_id, quantity from fulfillment_item order by 1')
        expect(stored).toEqual([
          { item_id: 'item_key', quantity: 2 },
          { item_id: 'item_other', quantity: 5 },
        ])
        deleteRow(em, item)
        expect(await findRows(em, FulfillmentItem, { fulfillment_id: 'ful_key' })).toHaveLength(1)
        throw new Error('roll back')
      })
      .catch((error: Error) => expect(error.message).toBe('roll back'))
  })

  test('a row is also found without a lock', async () => {
    const id = await createAddress('Bonn')
    await orm.em.fork().transactional(async (em) => {
      const address = (await findRow(em, Address, { id }))!
      expect(await findRow(em, Address, { id: 'addr_unknown' })).toBeNull()
      address.city = 'Köln'
    })
    expect(await cityOf(id)).toBe('Köln')
  })

  test('a read row that is tracked again keeps its changes', async () => {
    const id = await createAddress('Bonn')
    await orm.em.fork().transactional(async (em) => {
      const [{ row: json } = { row: {} }] = await readAddress(em, id)
      const address: Row<Address> = trackRow(em, Address, json)
      address.city = 'Köln'
      expect([trackRow(em, Address, json), trackRow(em, Address, address)]).toEqual([address, address])
    })
    expect(await cityOf(id)).toBe('Köln')
  })

  test('a commit writes changes, and a rollback discards them', async () => {
    const id = await createAddress('Bonn')
    const em = orm.em.fork()
    await em.begin()
    const address = await track(em, id)
    address.city = 'Köln'
    await em.flush()
    await em.rollback()
    expect(await cityOf(id)).toBe('Bonn')
  })

  test('a flush keeps concurrent changes of other columns', async () => {
    const id = await createAddress('Bonn')
    await orm.em.fork().transactional(async (em) => {
      const address = await track(em, id)
      await em.execute(`update address set company = 'Dom' where id = ?`, [id])
      address.city = 'Köln'
    })
    const em = orm.em.fork()
    expect(await em.findOneOrFail(Address, { id })).toMatchObject({ city: 'Köln', company: 'Dom' })
  })
})

describe('an inserted row', () => {
  test('a flush inserts a row after the rows that it refers to', async () => {
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

  test('a flush tracks inserted rows', async () => {
    const id = await orm.em.fork().transactional(async (em) => {
      const address = insertRow(em, Address, { city: 'Bonn' })
      await em.flush()
      address.city = 'Köln'
      return address.id
    })
    expect(await cityOf(id)).toBe('Köln')
  })

  test('a row that is inserted and deleted is not written', async () => {
    const id = await orm.em.fork().transactional(async (em) => {
      const address = insertRow(em, Address, { city: 'Bonn' })
      deleteRow(em, address)
      return address.id
    })
    expect(await cityOf(id)).toBeUndefined()
  })

  test('a new row can have the id of a deleted one', async () => {
    const id = await createAddress('Bonn')
    await orm.em.fork().transactional(async (em) => {
      deleteRow(em, await track(em, id))
      insertRow(em, Address, { id, city: 'Köln' })
    })
    expect(await cityOf(id)).toBe('Köln')
  })

  test('a read misses a deleted row whose new row is deleted too', async () => {
    const id = await createAddress('Bonn')
    await orm.em.fork().transactional(async (em) => {
      deleteRow(em, await track(em, id))
      deleteRow(em, insertRow(em, Address, { id, city: 'Köln' }))
      expect(await findRows(em, Address, { id: [id] })).toEqual([])
    })
    expect(await cityOf(id)).toBeUndefined()
  })

  test('a new row with the id of a tracked one is refused', async () => {
    const id = await createAddress('Bonn')
    const insertion = orm.em.fork().transactional(async (em) => {
      await track(em, id)
      insertRow(em, Address, { id, city: 'Köln' })
    })
    await expect(insertion).rejects.toThrow(`The Address ${id} exists already`)
  })
})

test('a row that is not tracked cannot be deleted', async () => {
  const id = await createAddress('Bonn')
  const deletion = orm.em.fork().transactional(async (em) => deleteRow(em, await em.findOneOrFail(Address, { id })))
  await expect(deletion).rejects.toThrow(
    'The row is not tracked here. Read it with lockRow or findRow before deleteRow.',
  )
  expect(await cityOf(id)).toBe('Bonn')
})

test('a changed row that is deleted stays deleted', async () => {
  const [deleted, kept] = [await createAddress('Bonn'), await createAddress('Köln')]
  await orm.em.fork().transactional(async (em) => {
    const address = await track(em, deleted)
    address.city = 'Trier'
    deleteRow(em, address)
  })
  expect([await cityOf(deleted), await cityOf(kept)]).toEqual([undefined, 'Köln'])
})

test('`clear` discards all pending changes', async () => {
  const [changed, removed] = [await createAddress('Bonn'), await createAddress('Köln')]
  const added = await orm.em.fork().transactional(async (em) => {
    const address = await track(em, changed)
    address.city = 'Trier'
    deleteRow(em, await track(em, removed))
    const { id } = insertRow(em, Address, { city: 'Ulm' })
    em.clear()
    return id
  })
  expect(await Promise.all([changed, removed, added].map(cityOf))).toEqual(['Bonn', 'Köln', undefined])
})

test('an update of several rows finds them by their ids', async () => {
  const ids = [await createAddress('Bonn'), await createAddress('Köln')]
  await fillAddresses(orm.em.fork())
  const scans = await orm.em.fork().transactional(async (em) => {
    for (const id of ids) (await track(em, id)).city = 'Ulm'
    await em.flush()
    return countScans(em)
  })
  expect(await Promise.all(ids.map(cityOf))).toEqual(['Ulm', 'Ulm'])
  expect(scans).toEqual([{ table_scans: '0' }])
})

test('a failing deferred statement discards all changes', async () => {
  const id = await createAddress('Bonn')
  const work = orm.em.fork().transactional(async (em) => {
    const address = await track(em, id)
    address.city = 'Köln'
    await em.flush()
    await defer(em, statement('select 1 / $1::int').with(0))
    insertRow(em, Address, { id: 'addr_not_kept', city: 'Ulm' } as Address)
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await Promise.all([id, 'addr_not_kept'].map(cityOf))).toEqual(['Bonn', undefined])
})

test('a value that equals the stored one is not a change', async () => {
  const id = await orm.em.fork().transactional(async (em) => {
    return insertRow(em, Address, { city: 'Bonn', metadata: { floor: 2 } }).id
  })
  await orm.em.fork().transactional(async (em) => {
    const row = (await lockRow(em, Address, { id }))!
    const [before] = await version(em, id)
    Object.assign(row, { metadata: { floor: 2 }, created_at: new Date(row.created_at) })
    await em.flush()
    expect(await version(em, id)).toEqual([before])
    row.metadata = { floor: 3 }
    await em.flush()
    expect(await version(em, id)).not.toEqual([before])
  })
})

test('a flush ignores the changes of another entity manager', async () => {
  const id = await createAddress('Bonn')
  const [one, other] = [orm.em.fork(), orm.em.fork()]
  const address = await track(one, id)
  address.city = 'Köln'
  await other.flush()
  expect(await cityOf(id)).toBe('Bonn')
  await one.flush()
  expect(await cityOf(id)).toBe('Köln')
})

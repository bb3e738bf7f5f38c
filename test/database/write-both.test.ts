import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteRow, insertRow, lockRow, type Row } from '#database/rows.ts'
import { Address } from '#entities/people/customer/address.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const ending = new AsyncDisposableStack()
let orm: MikroORM
beforeAll(async () => {
  orm = ending.use(await openClone()).orm
})
afterAll(() => ending.disposeAsync())

const transaction = (work: (em: EntityManager) => Promise<void>) => orm.em.fork().transactional(work)
const stored = (id: string) => orm.em.fork().findOne(Customer, { id })

async function createCustomer(): Promise<string> {
  const em = orm.em.fork()
  const { id } = insertRow(em, Customer, { email: `${crypto.randomUUID()}@here.test`, first_name: 'Ada' })
  await em.flush()
  return id
}

async function lockCustomer(em: EntityManager, id: string): Promise<Row<Customer>> {
  return (await lockRow(em, Customer, { id }))!
}

const loadCustomer = (em: EntityManager, id: string) => em.findOneOrFail(Customer, { id })

describe('a row that is also an entity', () => {
  test('a flush refuses changes of both', async () => {
    const id = await createCustomer()
    const work = transaction(async (em) => {
      const row = await lockCustomer(em, id)
      const entity = await loadCustomer(em, id)
      row.first_name = 'Row'
      entity.last_name = 'Entity'
    })
    await expect(work).rejects.toThrow(`The Customer ${id} was changed both as a row and as an entity.`)
    expect(await stored(id)).toMatchObject({ first_name: 'Ada', last_name: null })
  })

  test.each([
    ['changed', 'removed', (row: Row<Customer>) => Object.assign(row, { first_name: 'Row' })],
    ['deleted', 'removed', (row: Row<Customer>, em: EntityManager) => deleteRow(em, row)],
  ])('a flush refuses a %s row of a %s entity', async (_change, _removal, change) => {
    const id = await createCustomer()
    const work = transaction(async (em) => {
      const row = await lockCustomer(em, id)
      em.remove(await loadCustomer(em, id))
      change(row, em)
    })
    await expect(work).rejects.toThrow('was changed both as a row and as an entity')
    expect(await stored(id)).not.toBeNull()
  })

  test('a flush gives the entity the values of the changed row', async () => {
    const id = await createCustomer()
    await transaction(async (em) => {
      const row = await lockCustomer(em, id)
      const entity = await loadCustomer(em, id)
      row.first_name = 'Row'
      row.metadata = { from: 'row' }
      await em.flush()
      expect(entity).toMatchObject({ first_name: 'Row', metadata: { from: 'row' } })
      entity.last_name = 'Entity'
      await em.flush()
      expect(row.last_name).toBe('Entity')
      row.last_name = null
    })
    expect(await stored(id)).toMatchObject({ first_name: 'Row', last_name: null, metadata: { from: 'row' } })
  })

  test('a lock gives a loaded entity the locked values', async () => {
    const id = await createCustomer()
    await transaction(async (em) => {
      const entity = await loadCustomer(em, id)
      await transaction(async (other) => {
        await other.execute(`update customer set first_name = 'New' where id = ?`, [id])
      })
      const row = await lockCustomer(em, id)
      expect([row.first_name, entity.first_name]).toEqual(['New', 'New'])
      row.last_name = 'Row'
    })
    expect(await stored(id)).toMatchObject({ first_name: 'New', last_name: 'Row' })
  })

  test('a changed entity cannot be locked before a flush', async () => {
    const id = await createCustomer()
    const work = transaction(async (em) => {
      const entity = await loadCustomer(em, id)
      entity.first_name = 'Entity'
      await lockCustomer(em, id)
    })
    await expect(work).rejects.toThrow(`The Customer ${id} has unwritten changes. Call em.flush()`)
  })

  test('the entity of a deleted row is not written again', async () => {
    const id = await createCustomer()
    await transaction(async (em) => {
      const row = await lockCustomer(em, id)
      await loadCustomer(em, id)
      deleteRow(em, row)
      await em.flush()
      expect(await em.findOne(Customer, { id })).toBeNull()
    })
    expect(await stored(id)).toBeNull()
  })

  test('a soft-deleted row hides its entity', async () => {
    const id = await createCustomer()
    await transaction(async (em) => {
      const row = await lockCustomer(em, id)
      await loadCustomer(em, id)
      row.deleted_at = new Date()
      await em.flush()
      expect(await lockRow(em, Customer, { id })).toBeNull()
      expect(await em.findOne(Customer, { id }, { filters: false })).toMatchObject({ deleted_at: row.deleted_at })
    })
    expect(await stored(id)).toBeNull()
  })

  test('`clear` discards the changes of both', async () => {
    const id = await createCustomer()
    await transaction(async (em) => {
      const row = await lockCustomer(em, id)
      const entity = await loadCustomer(em, id)
      row.first_name = 'Row'
      entity.last_name = 'Entity'
      em.clear()
    })
    expect(await stored(id)).toMatchObject({ first_name: 'Ada', last_name: null })
  })
})

describe('new rows', () => {
  const newCustomer = () => ({ email: `${crypto.randomUUID()}@here.test`, has_account: false })
  const customerOf = async (address_id: string) =>
    (await orm.em.fork().findOneOrFail(Address, { id: address_id })).customer_id

  test('a new row may refer to a new entity', async () => {
    const em = orm.em.fork()
    const { id } = em.create(Customer, newCustomer(), { persist: true })
    const address = insertRow(em, Address, { customer_id: id })
    await em.flush()
    expect(await customerOf(address.id)).toBe(id)
  })

  test('a changed row may refer to a new entity', async () => {
    const em = orm.em.fork()
    const address = insertRow(em, Address, {})
    await em.flush()
    const { id } = em.create(Customer, newCustomer(), { persist: true })
    address.customer_id = id
    await em.flush()
    expect(await customerOf(address.id)).toBe(id)
  })

  test('a new entity may refer to a new row', async () => {
    const em = orm.em.fork()
    const { id } = insertRow(em, Customer, newCustomer())
    const address = em.create(Address, { customer_id: id }, { persist: true })
    await em.flush()
    expect(await customerOf(address.id)).toBe(id)
  })

  test('a flush refuses new rows and entities that refer to each other', async () => {
    const em = orm.em.fork()
    const address = insertRow(em, Address, {})
    const customer = em.create(Customer, { ...newCustomer(), billing_address_id: address.id }, { persist: true })
    insertRow(em, Address, { customer_id: customer.id })
    await expect(em.flush()).rejects.toThrow(
      'The Address row refers to a new entity, and the Customer entity to a new row. Create both with insertRow.',
    )
  })
})

describe('a nested transaction', () => {
  test('a row with unwritten changes cannot be read in it', async () => {
    const id = await createCustomer()
    const work = transaction(async (em) => {
      const row = await lockCustomer(em, id)
      row.first_name = 'Outer'
      await em.transactional(async (inner) => void (await lockCustomer(inner, id)))
    })
    await expect(work).rejects.toThrow(`The Customer ${id} has unwritten changes.`)
  })

  test.each([
    ['row', lockCustomer],
    ['entity', loadCustomer],
  ])('a row that it changed as %s must be read again', async (_, read) => {
    const id = await createCustomer()
    const work = (isReadAgain: boolean) =>
      transaction(async (em) => {
        const row = await lockCustomer(em, id)
        await em.transactional(async (inner) => {
          const copy = await read(inner, id)
          copy.first_name = 'Inner'
        })
        if (isReadAgain) expect(await lockCustomer(em, id)).toBe(row)
        row.last_name = 'Outer'
      })
    await expect(work(false)).rejects.toThrow(`A nested transaction changed the Customer ${id}. Read it again`)
    expect(await stored(id)).toMatchObject({ first_name: 'Ada', last_name: null })
    await work(true)
    expect(await stored(id)).toMatchObject({ first_name: 'Inner', last_name: 'Outer' })
  })

  test('a refused flush keeps all changes', async () => {
    const [outdated, other] = [await createCustomer(), await createCustomer()]
    await transaction(async (em) => {
      const [row, kept] = [await lockCustomer(em, outdated), await lockCustomer(em, other)]
      await em.transactional(async (inner) => {
        const copy = await lockCustomer(inner, outdated)
        copy.first_name = 'Inner'
      })
      row.last_name = 'Outer'
      kept.last_name = 'Kept'
      await expect(em.flush()).rejects.toThrow('Read it again')
      row.last_name = null
    })
    expect(await stored(other)).toMatchObject({ last_name: 'Kept' })
  })

  test('a row with unwritten changes cannot be changed as an entity in it', async () => {
    const id = await createCustomer()
    const work = transaction(async (em) => {
      const row = await lockCustomer(em, id)
      row.first_name = 'Outer'
      await em.transactional(async (inner) => {
        const entity = await loadCustomer(inner, id)
        entity.last_name = 'Inner'
      })
    })
    await expect(work).rejects.toThrow('was changed both as a row and as an entity')
  })
})

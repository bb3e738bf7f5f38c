import type { Page } from 'playwright-core'

export interface Purchase {
  /** Titles of products, each with the values to choose. */
  products: Readonly<Record<string, readonly string[]>>
  customer: Customer
  /** A discount code that the customer enters in the cart. */
  code?: string
}

export interface Customer {
  email: string
  first: string
  last: string
  street: string
  postal: string
  city: string
}

export const ADA: Customer = {
  email: 'ada@example.com',
  first: 'Ada',
  last: 'Lovelace',
  street: 'Hauptstraße 1',
  postal: '80331',
  city: 'München',
}

/** Puts products into the cart and opens the page of the cart. */
export async function fillCart(store: Page, { products, code }: Omit<Purchase, 'customer'>): Promise<void> {
  for (const [title, values] of Object.entries(products)) {
    await store.goto(new URL('/products', store.url()).href)
    await store.getByRole('main').getByRole('link', { name: title }).first().click()
    await store.getByRole('heading', { name: title, level: 1 }).waitFor()
    for (const value of values) await store.getByRole('radio', { name: new RegExp(`^${value}( |$)`) }).check()
    await store.getByRole('button', { name: 'Add to cart' }).click()
    await store
      .getByRole('dialog')
      .or(store.getByRole('heading', { name: 'Cart', level: 1 }))
      .first()
      .waitFor()
  }
  await store.goto(new URL('/cart', store.url()).href)
  if (code === undefined) return
  await store.getByLabel('Discount or gift card code').fill(code)
  await store.getByRole('button', { name: 'Apply' }).click()
}

/** Enters the address and chooses the delivery. The next page takes the payment. */
export async function checkOut(store: Page, { email, first, last, street, postal, city }: Customer): Promise<void> {
  await store.getByRole('link', { name: 'Go to checkout' }).click()
  await store.getByLabel('E-mail').fill(email)
  await store.getByLabel('First name').fill(first)
  await store.getByLabel('Last name').fill(last)
  await store.getByLabel('Street and number').fill(street)
  await store.getByLabel('Postal code').fill(postal)
  await store.getByLabel('City').fill(city)
  await store.getByRole('button', { name: 'Continue to delivery' }).click()
  await store.getByRole('button', { name: 'Continue to payment' }).click()
  await store.getByRole('radio', { name: /^Card/ }).check()
}

/** Pays with the test card, and waits for the thanks. */
async function pay(store: Page): Promise<void> {
  await store.getByRole('button', { name: /^Order and pay/ }).click()
  await store.getByRole('button', { name: 'Pay', exact: true }).click()
  await store.getByRole('heading', { name: /^Thank you/ }).waitFor()
}

export async function buy(store: Page, purchase: Purchase): Promise<void> {
  await fillCart(store, purchase)
  await checkOut(store, purchase.customer)
  await pay(store)
}

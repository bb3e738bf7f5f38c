import { expect } from 'vitest'
import { openConsole, walk } from './open-console.ts'

/* A short browser test. `npm run test:console` runs all of them. */

walk('an administrator signs in and sees the requested page', async () => {
  await using console = await openConsole({ isSignedIn: false })
  const { page } = console
  console.expectFault('401')
  await console.visit('/customers')
  await console.check()
  await page.getByLabel('E-mail').fill('admin@example.com')
  await page.getByLabel('Password').first().fill('correct horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/customers')
})

walk('a created customer is in the list', async () => {
  await using console = await openConsole()
  const { page } = console
  await console.visit('/customers/new')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Password').first().fill('analytical engine')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
  await console.check()
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
  await console.check()
})

import { Migration } from '@mikro-orm/migrations'
import { definePlugin, field } from 'cartwright'
import { expect } from 'vitest'
import { engraving } from '../../../plugins/engraving/index.ts'
import { reviews } from '../../../plugins/reviews/index.ts'
import { openConsole, walk } from '../open-console.ts'

class AddCare extends Migration {
  override up(): void {
    this.addSql('alter table product add care_label text, add is_fragile boolean, add inspected_at timestamptz(3)')
  }
}

const care = definePlugin({
  name: 'care',
  fields: {
    product: {
      care_label: field.text({ maxLength: 40, writableBy: ['admin'], label: 'Care' }),
      is_fragile: field.boolean({ writableBy: ['admin'], label: 'Fragile' }),
      inspected_at: field.datetime({ writableBy: ['admin'], label: 'Inspected' }),
    },
  },
  migrations: [AddCare],
})

const plugins = [care, reviews, engraving]

walk('fields of a plugin are edited in a form, shown in the list and filtered by', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const product = await shop.given.product({ title: 'Vase' })
  await shop.given.product({ title: 'Brick' })
  await console.visit(`/products/${product.id}`)
  await page.getByText('Review count').waitFor()
  await page.getByRole('textbox', { name: 'Care' }).fill('Wash by hand')
  await page.getByRole('combobox', { name: 'Fragile' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await console.check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { body } = await shop.admin.get(`/admin/products/${product.id}`)
  expect(body.product).toMatchObject({ care_label: 'Wash by hand', is_fragile: true, inspected_at: null })

  await console.visit('/products')
  await page.getByRole('row', { name: /Vase.*Wash by hand/ }).waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('textbox', { name: 'Care' }).fill('Wash by hand')
  await page.getByRole('row', { name: /Brick/ }).waitFor({ state: 'detached' })
  await console.check()
  expect(new URL(page.url()).search).toBe('?care_label=Wash+by+hand')
})

walk('the lines of an order show the fields of a plugin', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const { id, items } = await shop.given.payableCart()
  await shop.post(`/store/carts/${id}/line-items/${items[0]?.id}`, { quantity: 1, engraving: 'For Ada' })
  const { body } = await shop.post(`/store/carts/${id}/complete`)
  await console.visit(`/orders/${body.data.id}`)
  await page.getByText('Engraving: For Ada').waitFor()
  await console.check()
})

walk('the page of a plugin is in the navigation and works in its frame', async () => {
  await using console = await openConsole({ plugins })
  const { page } = console
  await console.visit('/')
  await page.getByRole('link', { name: 'Reviews' }).click()
  await page.getByRole('heading', { name: 'Reviews', level: 1 }).first().waitFor()
  const frame = page.frameLocator('iframe')
  await frame.getByText('0 reviews are waiting').waitFor()
  await console.check()
})

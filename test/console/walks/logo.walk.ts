import { expect } from 'vitest'
import { openConsole, walk } from '../open-console.ts'

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><rect width="240" height="60" rx="8" fill="#0b5d1e"/>
<circle cx="30" cy="30" r="18" fill="#f4c542"/></svg>`
const file = (name: string, mimeType: string, content: string) => ({ name, mimeType, buffer: Buffer.from(content) })

walk('the logo of the seller is uploaded, shown and removed', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  console.expectFault('400')
  await console.visit('/settings/store')
  const choose = async (chosen: ReturnType<typeof file>) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /^(Upload|Replace) file$/ }).click(),
    ])
    await chooser.setFiles([chosen])
  }
  await choose(file('list.png', 'image/png', 'three mugs'))
  await page.getByText(/list\.png/).waitFor()
  await choose(file('logo.svg', 'image/svg+xml', LOGO))
  await page.getByRole('img', { name: 'Logo' }).waitFor()
  await expect.poll(() => page.getByText(/list\.png/).count()).toBe(0)
  await page.getByRole('img', { name: 'Logo' }).scrollIntoViewIfNeeded()
  await console.check()
  const order = await shop.given.order()
  await console.visit(`/orders/packing?ids=${order.id}`)
  await page.getByRole('article').locator('img[src*="/uploads/public/logo-"]').waitFor()
  await console.check()
  await console.visit('/settings/store')
  await page.getByRole('button', { name: 'Remove file' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove file' }).click()
  await expect.poll(() => page.getByRole('img', { name: 'Logo' }).count()).toBe(0)
  await console.check()
})

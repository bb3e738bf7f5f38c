import { expect } from 'vitest'
import { openConsole, walk } from '../open-console.ts'

walk('an action waits for its preview, so the shop refuses neither', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const order = await shop.given.order()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route(/admin\.orders\.capture/, async (route) => {
    const isDryRun = (await route.request().headerValue('x-dry-run')) !== null
    sent.push(isDryRun ? 'preview' : 'action')
    if (isDryRun) await isReleased
    await route.continue()
  })
  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => sent).toEqual(['preview'])
  await dialog.getByRole('button', { name: 'Capture' }).click()
  // An action that does not wait is sent before this request.
  await page.evaluate("fetch('/health')")
  expect(sent).toEqual(['preview'])
  release()
  await page.getByText('Paid', { exact: true }).waitFor()
  expect(sent).toEqual(['preview', 'action'])
  await console.check()
})

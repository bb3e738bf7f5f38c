import { expect, test } from 'vitest'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { runProgram } from '#test/support/program.ts'
import { openTestShop } from '#test/support/shop.ts'

/** A clock two days behind PostgreSQL. */
const WRONG_CLOCK = 'data:text/javascript,const { now } = Date; Date.now = () => now() - 2 * 24 * 60 * 60 * 1000'

test('payments reconcile reports the result of each payment regardless of the local clock', async () => {
  await using shop = await openTestShop()
  const reconcile = async (...options: string[]) => {
    const command = [process.execPath, '--import', WRONG_CLOCK, 'server/cli.ts', 'payments', 'reconcile', ...options]
    await using running = runProgram(command, { DATABASE_URL: shop.databaseUrl })
    return await running.result
  }
  expect(await reconcile()).toMatchObject({ code: 0, stdout: 'No interrupted payments found.\n' })

  const cart = await shop.given.payableCart()
  const em = shop.orm.em.fork()
  em.create(PaymentProvider, { id: 'gone' })
  await em.flush()
  const attempt = { cart_id: cart.id, session_id: 'ps_1', provider_id: 'gone', currency_code: 'eur', contents: '' }
  const { id } = em.create(PaymentAttempt, { ...attempt, amount: 1200 })
  await em.flush()
  expect((await reconcile()).stdout).toBe('No interrupted payments found.\n')
  const line = `${id} ${cart.id} gone 1200 eur started: The payment provider gone is not installed\n`
  expect(await reconcile('--older-than', '0')).toMatchObject({ code: 0, stdout: line })
  expect(await reconcile('--older-than', 'soon')).toMatchObject({ code: 1, stdout: '' })
})

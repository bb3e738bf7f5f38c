import { expect } from 'vitest'
import type { Message } from '#entities/platform/notification/notification-port.ts'
import { openConsole, walk } from '../open-console.ts'

/** A provider that records the messages of the shop. */
function recordMessages() {
  const messages: Message[] = []
  const events = ['user.password_reset', 'invite.created'] as const
  const send = async (message: Message) => void messages.push(message)
  return { messages, notifications: new Map([['mailbox', { id: 'mailbox', events, send }]]) }
}

walk('a user signs in after a wrong password, and signs out', async () => {
  await using console = await openConsole({ isSignedIn: false })
  const { page } = console
  console.expectFault('401')
  await console.visit('/customers?q=ada')
  await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor()
  await page.getByLabel('E-mail').fill('admin@example.com')
  await page.getByLabel('Password').first().fill('wrong horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The e-mail or the password is wrong.').waitFor()
  await console.check()
  await page.getByLabel('Password').first().fill('correct horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=ada')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor()
})

walk('a user chooses a new password with the link of a message', async () => {
  const { messages, notifications } = recordMessages()
  await using console = await openConsole({ isSignedIn: false, notifications })
  const { page, shop } = console
  console.expectFault('401')
  await console.visit('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  await page.getByLabel('E-mail').fill('admin@example.com')
  await console.check()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('If an account has this e-mail, a link is on its way.').waitFor()
  await console.check()
  await shop.runJobs()

  await console.visit(`/reset-password?token=${messages[0]?.data.token}`)
  await page.getByLabel('New password').first().fill('a better horse')
  await console.check()
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await page.getByText('Your password is changed. You can sign in now.').waitFor()
  await console.check()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor()
  await page.getByLabel('E-mail').fill('admin@example.com')
  await page.getByLabel('Password').first().fill('a better horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
})

walk('an invited user opens an account', async () => {
  const { messages, notifications } = recordMessages()
  await using console = await openConsole({ notifications })
  const { page, shop } = console
  await console.visit('/settings/users')
  await page
    .getByRole('button', { name: /^Invite/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('grace@example.com')
  await console.check()
  await dialog.getByRole('button', { name: /^(Invite|Send)/ }).click()
  await page.getByRole('row', { name: /grace@example.com/ }).waitFor()
  await shop.runJobs()
  await page.context().clearCookies()

  console.expectFault('401')
  await console.visit(`/invite?token=${messages[0]?.data.token}`)
  expect(await page.getByLabel('E-mail').inputValue()).toBe('grace@example.com')
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('New password').first().fill('a nanosecond')
  await console.check()
  await page.getByRole('button', { name: 'Open account' }).click()
  await page.getByText('Your account is open. You can sign in now.').waitFor()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor()
  await page.getByLabel('E-mail').fill('grace@example.com')
  await page.getByLabel('Password').first().fill('a nanosecond')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /Account of Grace/ }).waitFor()
})

walk('a used or incomplete link is explained', async () => {
  await using console = await openConsole({ isSignedIn: false })
  const { page } = console
  console.expectFault('401')
  await console.visit('/invite')
  await page.getByText('This link is not complete.').waitFor()
  await console.check()
  await console.visit('/invite?token=forged')
  await page.getByText('This invitation is not valid any longer.').waitFor()
  expect(await page.getByLabel('New password').count()).toBe(0)
  await console.check()
  await console.visit('/reset-password?token=forged')
  await page.getByText('This link is not valid any longer.').waitFor()
  await console.check()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
})

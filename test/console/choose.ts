import type { OpenConsole } from './open-console.ts'

/** Clicks on the button of the open dialog, and waits until the dialog has closed. */
export async function confirm({ page }: OpenConsole, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Chooses an entry of the menu of a page. */
export async function chooseAction({ page }: OpenConsole, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Chooses an option of a field. */
export async function choose({ page }: OpenConsole, label: string, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name }).first().click()
}

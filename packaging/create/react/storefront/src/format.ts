/** `amount` is in minor units of the currency. */
export function money(amount: number | null | undefined, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return amount == null ? '' : format.format(amount / 10 ** maximumFractionDigits)
}

/** Formats an amount in minor units: 1234 with two digits becomes `12.34`. */
export function majorUnits(amount: number, digits: number): string {
  if (digits === 0) return `${amount}`
  const text = `${Math.abs(amount)}`.padStart(digits + 1, '0')
  return `${amount < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

const AMOUNT = /^(\d{1,15})(?:\.(\d*))?$/

/** Parses an amount. Returns undefined if it is invalid, and `too_precise` if the currency has fewer decimals. */
export function minorUnits(text: string, digits: number): number | 'too_precise' | undefined {
  const [, whole, decimals = ''] = AMOUNT.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  if (/[1-9]/.test(decimals.slice(digits))) return 'too_precise'
  const amount = Number(`${whole}${decimals.slice(0, digits).padEnd(digits, '0')}`)
  return Number.isSafeInteger(amount) ? amount : undefined
}

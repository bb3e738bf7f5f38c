/** Formats an amount in minor units: 1234 with two digits becomes `12.34`. */
export function majorUnits(amount: number, digits: number): string {
  if (digits === 0) return `${amount}`
  const text = `${Math.abs(amount)}`.padStart(digits + 1, '0')
  return `${amount < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

const AMOUNT = /^(\d{1,15})(?:\.(\d*))?$/

/** Parses an amount and rounds halves up. Returns undefined if the amount is invalid. */
export function minorUnits(text: string, digits: number): number | undefined {
  const [, whole, decimals = ''] = AMOUNT.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const padded = decimals.padEnd(digits, '0')
  const amount = Number(`${whole}${padded.slice(0, digits)}`)
  const rounded = amount + (Number(padded[digits] ?? 0) >= 5 ? 1 : 0)
  return Number.isSafeInteger(rounded) ? rounded : undefined
}

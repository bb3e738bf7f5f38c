const HARMLESS = new Set(['token_type', 'scope', 'expires_at', 'expires_on', 'created_at', 'issued_at'])

export const MASK = '***'

export function maskSecrets(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, masked(value, HARMLESS.has(key))]))
}

function masked(value: unknown, isHarmless: boolean): unknown {
  if (typeof value === 'string') return isHarmless ? value : MASK
  if (Array.isArray(value)) return value.map((element) => masked(element, isHarmless))
  if (typeof value === 'object' && value !== null) return maskSecrets(value as Record<string, unknown>)
  return value
}

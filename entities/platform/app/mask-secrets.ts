const PUBLIC_FIELDS = new Set(['token_type', 'scope', 'expires_at', 'expires_on', 'created_at', 'issued_at'])

export const MASK = '***'

export function maskSecrets(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, maskValue(value, PUBLIC_FIELDS.has(key))]))
}

function maskValue(value: unknown, isPublic: boolean): unknown {
  if (typeof value === 'string') return isPublic ? value : MASK
  if (Array.isArray(value)) return value.map((element) => maskValue(element, isPublic))
  if (typeof value === 'object' && value !== null) return maskSecrets(value as Record<string, unknown>)
  return value
}

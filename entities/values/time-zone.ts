import { InvalidData } from '#entities/errors.ts'

/** Returns the name of a time zone in the IANA database, or undefined for an unknown name. */
export function maybeTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * Browsers differ in the names that they report, such as `Asia/Kolkata` and `Asia/Calcutta`. Returns the name that the server reports.
 * @throws InvalidData for an unknown name and for an offset such as `+02:00`.
 */
export function canonicalTimeZone(name: string): string {
  const zone = maybeTimeZone(name)
  if (zone && (TIME_ZONES.has(zone) || zone.startsWith('Etc/GMT'))) return zone
  throw new InvalidData('time_zone must be a name of the IANA database, such as Europe/Berlin').about('time_zone')
}

const TIME_ZONES = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

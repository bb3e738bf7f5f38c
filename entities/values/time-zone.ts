/** Returns the name of a time zone in the IANA database, or undefined for an unknown name. */
export function maybeTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

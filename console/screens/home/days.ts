/* A day is a date such as `2026-01-31`. Its time is its noon in UTC. */

export const timeOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

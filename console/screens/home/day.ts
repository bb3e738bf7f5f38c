/** Midnight of the device today. */
export function startOfDay(): Date {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  return day
}

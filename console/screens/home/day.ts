/** Midnight of the device, some days before today. */
export function startOfDay(daysAgo = 0): Date {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - daysAgo)
  return day
}

const FLEXIBLE = /^minmax\(0, ([\d.]+)fr\)$/

/** The width of a column in CSS grid. A flexible column stays wide enough to read, so that many columns scroll. */
export const readableWidth = (width = 'minmax(0, 1fr)'): string =>
  width.replace(FLEXIBLE, (_, share: string) => `minmax(${Math.min(6 * Number(share), 8)}rem, ${share}fr)`)

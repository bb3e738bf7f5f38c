/** Ends by `exit`, which lets PostgreSQL, its files and the servers that were started go too. */
export function exitOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
}

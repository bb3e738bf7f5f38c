/** `exit` runs the handlers that stop PostgreSQL and the servers and delete their files. */
export function exitOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
}

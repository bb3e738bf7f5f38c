/** How many banned phrases each folder may have. Lower a number when a folder has fewer; never raise one. */
export const MAX_PHRASES: Readonly<Record<string, number>> = {
  database: 0,
  entities: 0,
  routers: 0,
  server: 0,
  client: 0,
  console: 0,
  bench: 0,
  examples: 0,
  plugins: 0,
  test: 0,
  docs: 0,
  root: 0,
}

/** How many banned phrases each folder may have. Lower a number when a folder has fewer; never raise one. */
export const MAX_PHRASES: Readonly<Record<string, number>> = {
  database: 5,
  entities: 6,
  routers: 0,
  server: 7,
  client: 0,
  bench: 2,
  examples: 1,
  plugins: 0,
  test: 17,
  docs: 0,
  root: 0,
}

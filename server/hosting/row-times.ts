/* Statements of the directory return times as milliseconds since 1970. */

/** SQL for the milliseconds of a column. */
export const millisecondsOf = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`

export const createdMs = (column = 'created_at'): string => `${millisecondsOf(column)} as created_ms`

export const dated = <Row extends { created_ms: number }>({ created_ms, ...row }: Row) => ({
  ...row,
  created_at: new Date(created_ms),
})

export const dateOf = (milliseconds: number | null): Date | null =>
  milliseconds === null ? null : new Date(milliseconds)
